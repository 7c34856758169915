import { type Paint, stroked } from './ink.ts';
import { cream, ember, leaf, night, shadow, shape, steel, stroke, type Thing, wood } from './things.ts';

export const careScenes: Record<string, Thing> = {
  'tape-roll': {
    eye: 38,
    draw: () => {
      const roll = (x: number, y: number, r: number, paint: Paint) => {
        const h = r * 0.62;
        const flat = r * 0.5;
        const core = r * 0.5;
        return [
          shadow(x + 20, y + h + flat * 0.5, r * 1.15, flat * 0.8),
          shape(
            paint,
            `M${x - r} ${y}V${y + h}A${r} ${flat} 0 0 0 ${x + r} ${y + h}V${y}Z`,
            [`M${x + r * 0.2} ${y}H${x + r}V${y + h + flat}H${x + r * 0.2}Z`],
            `roll${x}`,
          ),
          shape(paint, `M${x - r} ${y}A${r} ${flat} 0 1 1 ${x + r} ${y}A${r} ${flat} 0 1 1 ${x - r} ${y}Z`),
          shape(
            wood,
            `M${x - core} ${y}A${core} ${core * 0.5} 0 1 1 ${x + core} ${y}A${core} ${core * 0.5} 0 1 1 ${x - core} ${y}Z`,
            [`M${x - core} ${y - core}H${x + core}V${y - 6}Q${x} ${y - core * 0.3} ${x - core} ${y - 6}Z`],
            `core${x}`,
          ),
          stroke(paint, `M${x - r * 0.82} ${y}A${r * 0.82} ${flat * 0.82} 0 0 1 ${x} ${y - flat * 0.82}`, 3),
        ].join('');
      };
      return [
        roll(830, 560, 130, ember),
        shape(
          cream,
          'M560 690Q760 800 1010 760L1040 800Q760 850 540 740Z',
          ['M560 730Q760 830 1040 800V850H540Z'],
          'strip',
        ),
        stroke(cream, 'M1010 760l6 14l10 2l4 12l10 6', 4),
        roll(470, 500, 220, cream),
      ].join('');
    },
  },
  'roller-and-bottle': {
    eye: 36,
    draw: () =>
      [
        shadow(560, 780, 420, 56),
        shape(
          leaf,
          'M250 560Q200 560 180 620Q164 700 200 750Q220 780 260 780H820Q870 770 880 700Q884 600 840 570Q826 560 810 560Z',
          ['M160 700H900V800H160Z'],
          'roller',
        ),
        ...[320, 420, 520, 620, 720].map((x) => stroke(leaf, `M${x} 562Q${x - 40} 660 ${x + 4} 778`, 5)),
        shape(leaf, 'M810 560Q884 560 884 670Q884 780 820 780Q750 780 746 670Q746 560 810 560Z'),
        shape(night, 'M814 620Q846 624 846 670Q846 722 816 724Q784 720 784 670Q786 622 814 620Z'),
        shadow(1030, 800, 120, 30),
        shape(
          steel,
          'M950 430Q950 396 984 390H1076Q1110 396 1110 430V770Q1110 800 1080 800H980Q950 800 950 770Z',
          ['M1060 380H1120V810H1060Z'],
          'bottle',
        ),
        shape(ember, 'M950 520H1110V640H950Z', ['M1060 520H1120V640H1060Z'], 'band'),
        stroked('M1062 548H1000L1036 580L1000 612H1062', '#fbf5e8', 9),
        shape(
          night,
          'M976 390V348Q976 334 990 334H1070Q1084 334 1084 348V390Z',
          ['M1050 334H1090V392H1050Z'],
          'cap',
        ),
        shape(night, 'M1010 334V306H1050V334Z'),
      ].join(''),
  },
  sandals: {
    eye: 46,
    draw: () => {
      const sandal = (x: number, y: number, tilt: number, strap: Paint) =>
        `<g transform="translate(${x} ${y}) rotate(${tilt})">${[
          shape(
            wood,
            'M0 -190Q92 -196 98 -60Q84 20 92 110Q88 196 0 200Q-84 196 -84 110Q-76 20 -92 -60Q-92 -186 0 -190Z',
          ),
          shape(
            cream,
            'M0 -166Q70 -170 74 -58Q62 20 68 106Q64 172 0 176Q-62 172 -62 106Q-54 20 -70 -58Q-68 -162 0 -166Z',
            ['M-80 120Q0 200 80 120V200H-80Z'],
            `sole${x}`,
          ),
          shape(
            strap,
            'M-94 -40Q-60 -130 0 -132Q64 -130 98 -40L80 14Q50 -56 0 -58Q-50 -56 -78 14Z',
            ['M40 -130H110V20H40Z'],
            `strap${x}`,
          ),
        ].join('')}</g>`;
      return [
        shadow(520, 700, 150, 150),
        shadow(790, 690, 150, 150),
        sandal(510, 660, -10, leaf),
        sandal(770, 650, 8, leaf),
      ].join('');
    },
  },
};
