import { filled, type Paint, stroked } from './ink.ts';
import { cream, ember, leaf, night, shadow, shape, steel, stroke, type Thing, wood } from './things.ts';

/** Which of the seven segments of a digit are lit, clockwise from the top, the middle last. */
const segments: Record<string, string> = {
  '0': '111111 ',
  '1': ' 11    ',
  '2': '11 11 1',
  '3': '1111  1',
  '4': ' 11  11',
  '5': '1 11 11',
};

function digit(sign: string, x: number, y: number, size: number, colour: string): string {
  const w = size;
  const h = size * 1.7;
  const bars = [
    `M${x} ${y}h${w}`,
    `M${x + w} ${y}v${h / 2}`,
    `M${x + w} ${y + h / 2}v${h / 2}`,
    `M${x} ${y + h}h${w}`,
    `M${x} ${y + h / 2}v${h / 2}`,
    `M${x} ${y}v${h / 2}`,
    `M${x} ${y + h / 2}h${w}`,
  ];
  const lit = segments[sign] ?? '';
  return bars.map((bar, i) => (lit[i] === '1' ? stroked(bar, colour, size * 0.22) : '')).join('');
}

const box = (x: number, y: number, w: number, h: number, r = 16) =>
  `M${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}H${x + r}Q${x} ${y + h} ${x} ${y + h - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;

const gold: Paint = { light: '#e0a63a', shade: '#c48b25', line: '#5a3d0a' };

export const hallScenes: Record<string, Thing> = {
  'mat-clock': {
    eye: 12,
    draw: () => {
      const ticks = Array.from({ length: 12 }, (_, i) => {
        const angle = (i * Math.PI) / 6;
        const at = (r: number) => `${640 + Math.sin(angle) * r} ${400 - Math.cos(angle) * r}`;
        return stroked(`M${at(206)}L${at(i % 3 === 0 ? 168 : 186)}`, night.line, i % 3 === 0 ? 14 : 7);
      });
      return [
        '<ellipse cx="656" cy="424" rx="270" ry="266" fill="#2b2130" opacity="0.16" filter="url(#soft)"/>',
        shape(wood, 'M640 130A270 270 0 1 1 639 130Z', ['M640 670A270 270 0 0 0 900 330L960 700Z'], 'rim'),
        shape(
          cream,
          'M640 166A234 234 0 1 1 639 166Z',
          ['M470 240A234 234 0 0 1 640 166V190A210 210 0 0 0 470 270Z'],
          'dial',
        ),
        `<path d="M640 400V206A194 194 0 0 1 808 497Z" fill="${ember.light}" opacity="0.9"/>`,
        ...ticks,
        stroked('M640 400V236', night.line, 16),
        stroked('M640 400L764 470', night.line, 16),
        `<circle cx="640" cy="400" r="22" fill="${night.light}" stroke="${night.line}" stroke-width="6"/>`,
      ].join('');
    },
  },
  scoreboard: {
    eye: 24,
    draw: () =>
      [
        shadow(640, 800, 460, 50),
        shape(wood, 'M230 690H1050L1100 800H180Z', ['M200 760H1090V810H180Z'], 'table'),
        shape(night, box(240, 240, 800, 450, 28), ['M240 640H1040V700H240Z'], 'board'),
        shape({ light: '#2f5fa8', shade: '#27508f', line: '#12233f' }, box(280, 284, 330, 250)),
        shape(ember, box(670, 284, 330, 250)),
        digit('2', 396, 320, 100, '#fbf5e8'),
        digit('0', 786, 320, 100, '#fbf5e8'),
        ...['4', '3', '5'].map((sign, i) => digit(sign, [500, 630, 710][i]!, 580, 44, gold.light)),
        `<circle cx="588" cy="600" r="7" fill="${gold.light}"/><circle cx="588" cy="636" r="7" fill="${gold.light}"/>`,
        filled('M310 560H420V580H310Z', steel.shade),
        filled('M860 560H970V580H860Z', steel.shade),
      ].join(''),
  },
  podium: {
    eye: 24,
    draw: ({ belt }) => {
      const block = (x: number, y: number, paint: Paint, sign: string) =>
        [
          shape(
            paint,
            `M${x} ${y}H${x + 250}V800H${x}Z`,
            [`M${x + 180} ${y}H${x + 250}V800H${x + 180}Z`],
            `block${x}`,
          ),
          shape(
            cream,
            `M${x - 10} ${y - 40}H${x + 260}V${y}H${x - 10}Z`,
            [`M${x - 10} ${y - 14}H${x + 260}V${y}H${x - 10}Z`],
            `lid${x}`,
          ),
          digit(sign, sign === '1' ? x + 70 : x + 98, y + 30, 56, '#fbf5e8'),
        ].join('');
      const medal = (x: number, y: number, ribbon: Paint, disc: Paint) =>
        [
          shape(ribbon, `M${x - 58} ${y - 170}L${x - 14} ${y - 170}L${x + 18} ${y - 40}H${x - 18}Z`),
          shape(ribbon, `M${x + 58} ${y - 170}L${x + 14} ${y - 170}L${x - 18} ${y - 40}H${x + 18}Z`),
          shape(
            disc,
            `M${x} ${y - 56}A56 56 0 1 1 ${x - 1} ${y - 56}Z`,
            [`M${x} ${y + 56}A56 56 0 0 0 ${x + 56} ${y - 20}L${x + 60} ${y + 60}Z`],
            `disc${x}`,
          ),
          stroked(`M${x + 20} ${y - 24}H${x - 18}L${x + 8} ${y}L${x - 18} ${y + 24}H${x + 20}`, disc.line, 8),
        ].join('');
      return [
        shadow(640, 806, 470, 46),
        block(254, 600, leaf, '2'),
        block(776, 650, leaf, '3'),
        block(515, 510, ember, '1'),
        medal(640, 330, belt === 'black' ? night : ember, gold),
        medal(380, 440, leaf, steel),
        medal(902, 490, leaf, wood),
      ].join('');
    },
  },
  notebook: {
    eye: 44,
    draw: () => {
      const lines = (x: number, rows: number[]) =>
        rows.map((w, i) => stroked(`M${x} ${420 + i * 54}h${w}`, '#b9ad97', 6)).join('');
      return [
        shadow(640, 790, 470, 60),
        shape(night, 'M170 350L640 330L1110 350L1150 770L640 800L130 770Z'),
        shape(
          cream,
          'M196 336Q420 300 640 344V776Q420 730 164 752Z',
          ['M590 320L640 344V776L590 760Z'],
          'page1',
        ),
        shape(
          cream,
          'M1084 336Q860 300 640 344V776Q860 730 1116 752Z',
          ['M640 344L700 326V760L640 776Z'],
          'page2',
        ),
        lines(250, [280, 300, 220]),
        stroked(
          'M330 640a44 34 0 1 0 1 0M500 620a44 34 0 1 0 1 0M374 668Q410 640 456 650M446 636l14 14l-16 12',
          night.line,
          6,
        ),
        stroked('M760 430a46 36 0 1 0 1 0M940 420a46 36 0 1 0 1 0M850 590a46 36 0 1 0 1 0', ember.light, 8),
        stroked(
          'M806 462Q850 440 892 452M880 440l14 14l-16 12M772 504L820 584M824 564l-4 22l-18 -10M930 492L884 584M900 574l-18 12l-4 -22',
          night.line,
          6,
        ),
        stroked('M720 690h300M720 730h220', '#b9ad97', 6),
        `<g transform="rotate(-28 980 640)">${[
          shape(gold, 'M820 612H1110V660H820Z', ['M820 640H1110V664H820Z'], 'pencil'),
          shape(ember, 'M1110 612H1150Q1160 636 1150 660H1110Z'),
          shape(wood, 'M820 612L756 636L820 660Z'),
          filled('M776 628L752 636L776 646Z', night.line),
        ].join('')}</g>`,
      ].join('');
    },
  },
  'taped-hand': {
    eye: 16,
    draw: ({ kit, skin }) => {
      const cloth = kit.jacket ?? kit.guard!;
      const fingers: [number, number, number, number, number][] = [
        [500, 430, 436, 190, 33],
        [574, 404, 556, 120, 36],
        [652, 404, 668, 116, 36],
        [730, 430, 780, 168, 33],
      ];
      const finger = ([x1, y1, x2, y2, r]: [number, number, number, number, number]) =>
        stroked(`M${x1} ${y1}L${x2} ${y2}`, skin.line, r * 2 + 12) +
        stroked(`M${x1} ${y1}L${x2} ${y2}`, skin.light, r * 2);
      const wrap = ([x1, y1, x2, y2, r]: [number, number, number, number, number], t: number) => {
        const x = x1 + (x2 - x1) * t;
        const y = y1 + (y2 - y1) * t;
        const tilt = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI + 90;
        const w = r + 3;
        return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${Math.round(tilt)})">${[
          stroked(`M${-w} -22L${w} 26M${w} -22L${-w} 26`, cream.line, 24, ' stroke-linecap="butt"'),
          stroked(`M${-w} -22L${w} 26M${w} -22L${-w} 26`, cream.light, 16, ' stroke-linecap="butt"'),
          shape(cream, `M${-w} -44H${w}V-20H${-w}Z`),
          shape(cream, `M${-w} 22H${w}V46H${-w}Z`),
        ].join('')}</g>`;
      };
      return [
        ...fingers.map(finger),
        stroked('M770 610L900 440', skin.line, 88),
        stroked('M770 610L900 440', skin.light, 76),
        shape(
          skin,
          'M462 430Q470 400 560 402H690Q764 404 770 450L790 600Q790 700 740 760H520Q450 700 452 600Z',
          ['M452 640Q600 760 790 640V780H452Z'],
          'palm',
        ),
        filled('M468 440Q500 396 600 396Q720 396 764 446L762 540H468Z', skin.light),
        stroked('M522 560Q600 520 720 540M540 640Q600 560 730 600', skin.shade, 8),
        ...fingers.slice(1, 3).map((f) => wrap(f, 0.5)),
        wrap(fingers[3]!, 0.52),
        shape(cloth, 'M470 740H790L850 960H410Z', ['M700 740H790L850 960H730Z'], 'cuff'),
        stroke(cloth, 'M462 776H800M456 800H806', 4),
      ].join('');
    },
  },
};
