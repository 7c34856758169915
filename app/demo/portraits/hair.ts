import { stroked } from '../drawing/ink.ts';
import { centre, disc, volume } from './face.ts';
import type { HairStyle, Sitter } from './sitter.ts';

interface Cut {
  /** Shapes behind the head and neck, and over the forehead. */
  back: string[];
  front: string[];
  /** Lines of light in the hair. */
  strands?: string[];
}

const { x, y } = centre;

/** Hair from ear to ear over the crown; `line` is the hairline from the viewer's right ear to the left one. */
const cap = (w: number, top: number, line: string, low = 18) =>
  `M${x - w} ${y + low}C${x - w - 14} ${y - top * 0.75} ${x - w * 0.62} ${y - top} ${x} ${y - top}C${x + w * 0.62} ${y - top} ${x + w + 14} ${y - top * 0.75} ${x + w} ${y + low}${line}Z`;

const cuts: Record<HairStyle, (w: number) => Cut> = {
  bun: (w) => ({
    back: [disc(x + 6, y - 150, 56)],
    front: [
      cap(w, 146, `Q${x + w - 22} ${y - 62} ${x} ${y - 84}Q${x - w + 22} ${y - 62} ${x - w} ${y + 18}`),
    ],
    strands: [
      `M${x - 62} ${y - 104}Q${x - 20} ${y - 132} ${x - 2} ${y - 130}`,
      `M${x + 66} ${y - 96}Q${x + 34} ${y - 128} ${x + 12} ${y - 130}`,
    ],
  }),
  'low-bun': (w) => ({
    back: [disc(x + 104, y + 88, 52), disc(x - 20, y + 10, w + 6)],
    front: [
      cap(
        w + 3,
        138,
        `Q${x + w - 8} ${y - 30} ${x + 58} ${y - 76}Q${x - 20} ${y - 18} ${x - w + 18} ${y - 16}Q${x - w + 2} ${y} ${x - w - 3} ${y + 40}`,
        40,
      ),
    ],
    strands: [`M${x + 44} ${y - 92}Q${x - 20} ${y - 60} ${x - 78} ${y - 54}`],
  }),
  tail: (w) => ({
    back: [
      `M${x + 70} ${y - 120}C${x + 190} ${y - 130} ${x + 214} ${y + 40} ${x + 176} ${y + 170}C${x + 160} ${y + 210} ${x + 120} ${y + 190} ${x + 124} ${y + 150}C${x + 140} ${y + 60} ${x + 120} ${y - 20} ${x + 70} ${y - 60}Z`,
    ],
    front: [
      cap(w, 142, `Q${x + w - 16} ${y - 66} ${x + 18} ${y - 92}Q${x - w + 26} ${y - 70} ${x - w} ${y + 18}`),
    ],
    strands: [
      `M${x - 74} ${y - 86}Q${x - 30} ${y - 120} ${x + 26} ${y - 124}`,
      `M${x + 160} ${y - 20}Q${x + 176} ${y + 60} ${x + 156} ${y + 140}`,
    ],
  }),
  braid: (w) => ({
    back: [disc(x, y - 2, w + 12)],
    front: [
      `M${x - w - 2} ${y + 60}C${x - w - 24} ${y - 104} ${x - 76} ${y - 146} ${x} ${y - 146}C${x + 76} ${y - 146} ${x + w + 24} ${y - 104} ${x + w + 2} ${y + 60}Q${x + w - 4} ${y - 44} ${x + 4} ${y - 100}Q${x - w + 4} ${y - 44} ${x - w - 2} ${y + 60}Z`,
      ...[0, 1, 2, 3, 4].map(
        (i) => `M${x + 122 + i * 3} ${y + 74 + i * 46}q34 4 30 34q-6 26 -34 24q-34 -4 -30 -34q6 -26 34 -24Z`,
      ),
    ],
    strands: [`M${x + 2} ${y - 104}V${y - 140}`],
  }),
  'fringe-tail': (w) => ({
    back: [
      `M${x - 70} ${y - 120}C${x - 190} ${y - 120} ${x - 204} ${y + 30} ${x - 172} ${y + 150}C${x - 158} ${y + 190} ${x - 118} ${y + 170} ${x - 124} ${y + 136}C${x - 138} ${y + 60} ${x - 122} ${y - 20} ${x - 70} ${y - 60}Z`,
    ],
    front: [
      cap(
        w + 2,
        142,
        `Q${x + w - 6} ${y - 8} ${x + w - 24} ${y - 34}Q${x + 40} ${y - 20} ${x} ${y - 24}Q${x - 50} ${y - 18} ${x - w + 24} ${y - 34}Q${x - w + 6} ${y - 8} ${x - w - 2} ${y + 18}`,
      ),
    ],
    strands: [`M${x - 30} ${y - 44}V${y - 92}`, `M${x + 30} ${y - 44}V${y - 92}`],
  }),
  bob: (w) => ({
    back: [
      `M${x - w - 20} ${y - 20}C${x - w - 34} ${y - 170} ${x + w + 34} ${y - 170} ${x + w + 20} ${y - 20}L${x + w + 30} ${y + 138}Q${x} ${y + 176} ${x - w - 30} ${y + 138}Z`,
    ],
    front: [
      `M${x - w - 16} ${y + 96}C${x - w - 34} ${y - 116} ${x - 84} ${y - 148} ${x + 4} ${y - 148}C${x + 90} ${y - 148} ${x + w + 34} ${y - 116} ${x + w + 16} ${y + 96}Q${x + w - 2} ${y - 20} ${x + 50} ${y - 92}Q${x - 20} ${y - 30} ${x - w + 14} ${y - 22}Q${x - w - 2} ${y + 30} ${x - w - 16} ${y + 96}Z`,
    ],
    strands: [`M${x + 48} ${y - 96}Q${x - 10} ${y - 64} ${x - 78} ${y - 54}`],
  }),
  afro: (w) => ({
    back: [
      ...[-170, -145, -118, -90, -62, -35, -10, 12, -192].map((angle) => {
        const at = (angle * Math.PI) / 180;
        return disc(x + Math.cos(at) * (w + 22), y - 30 + Math.sin(at) * 118, 58);
      }),
      disc(x, y - 40, w + 24),
    ],
    front: [
      ...[-150, -122, -90, -58, -30].map((angle) => {
        const at = (angle * Math.PI) / 180;
        return disc(x + Math.cos(at) * 92, y - 36 + Math.sin(at) * 74, 36);
      }),
    ],
  }),
  fade: (w) => ({
    back: [],
    front: [
      cap(
        w - 3,
        133,
        `Q${x + w - 8} ${y - 40} ${x + w - 32} ${y - 58}L${x + 60} ${y - 82}H${x - 60}L${x - w + 32} ${y - 58}Q${x - w + 8} ${y - 40} ${x - w + 3} ${y - 6}`,
        -6,
      ),
    ],
  }),
  crew: (w) => ({
    back: [],
    front: [
      cap(
        w - 1,
        141,
        `Q${x + w - 4} ${y - 46} ${x + w - 34} ${y - 60}Q${x + 50} ${y - 84} ${x} ${y - 78}Q${x - 50} ${y - 84} ${x - w + 34} ${y - 60}Q${x - w + 4} ${y - 46} ${x - w + 1} ${y + 6}`,
        6,
      ),
    ],
    strands: [`M${x - 50} ${y - 106}Q${x - 20} ${y - 122} ${x + 16} ${y - 122}`],
  }),
  parted: (w) => ({
    back: [],
    front: [
      `M${x - w + 2} ${y - 4}C${x - w - 18} ${y - 96} ${x - 96} ${y - 138} ${x - 40} ${y - 146}C${x + 60} ${y - 174} ${x + w + 22} ${y - 120} ${x + w - 2} ${y - 4}Q${x + w - 6} ${y - 36} ${x + w - 26} ${y - 60}Q${x + 10} ${y - 50} ${x - 52} ${y - 98}Q${x - 74} ${y - 66} ${x - w + 24} ${y - 52}Q${x - w + 8} ${y - 34} ${x - w + 2} ${y - 4}Z`,
    ],
    strands: [`M${x - 44} ${y - 106}Q${x + 20} ${y - 76} ${x + 80} ${y - 86}`],
  }),
  tousled: (w) => ({
    back: [],
    front: [
      `M${x - w} ${y + 4}C${x - w - 22} ${y - 70} ${x - 112} ${y - 124} ${x - 84} ${y - 138}Q${x - 60} ${y - 172} ${x - 24} ${y - 152}Q${x + 4} ${y - 184} ${x + 44} ${y - 154}Q${x + 96} ${y - 164} ${x + 104} ${y - 116}C${x + w + 20} ${y - 84} ${x + w + 8} ${y - 40} ${x + w} ${y + 4}Q${x + w - 6} ${y - 34} ${x + w - 30} ${y - 50}Q${x + 66} ${y - 44} ${x + 46} ${y - 72}Q${x + 26} ${y - 38} ${x - 10} ${y - 66}Q${x - 34} ${y - 36} ${x - 62} ${y - 66}Q${x - 84} ${y - 40} ${x - w + 14} ${y - 38}Q${x - w + 4} ${y - 20} ${x - w} ${y + 4}Z`,
    ],
    strands: [`M${x - 20} ${y - 96}Q${x - 6} ${y - 126} ${x + 12} ${y - 130}`],
  }),
  receding: (w) => ({
    back: [],
    front: [
      cap(
        w,
        134,
        `Q${x + w - 6} ${y - 52} ${x + 78} ${y - 92}Q${x + 50} ${y - 108} ${x + 36} ${y - 82}Q${x} ${y - 94} ${x - 36} ${y - 82}Q${x - 50} ${y - 108} ${x - 78} ${y - 92}Q${x - w + 6} ${y - 52} ${x - w} ${y + 8}`,
        8,
      ),
    ],
  }),
  swept: (w) => ({
    back: [],
    front: [
      `M${x - w} ${y + 2}C${x - w - 16} ${y - 90} ${x - 110} ${y - 130} ${x - 70} ${y - 142}C${x - 10} ${y - 190} ${x + 110} ${y - 170} ${x + w} ${y - 84}Q${x + w + 6} ${y - 40} ${x + w} ${y + 2}Q${x + w - 4} ${y - 40} ${x + w - 24} ${y - 62}Q${x + 40} ${y - 102} ${x - 30} ${y - 84}Q${x - 70} ${y - 76} ${x - w + 22} ${y - 56}Q${x - w + 8} ${y - 36} ${x - w} ${y + 2}Z`,
    ],
    strands: [`M${x - 56} ${y - 104}Q${x + 20} ${y - 148} ${x + 92} ${y - 96}`],
  }),
};

const cutOf = ({ hair, head }: Sitter) => cuts[hair](126 * head + 5);

const painted = (sitter: Sitter, shapes: string[], part: string) =>
  shapes.map((d, i) => volume(d, sitter.hairPaint, `${part}${i}`, 10)).join('');

export const hairBehind = (sitter: Sitter) => painted(sitter, cutOf(sitter).back, 'back');

export const hairBefore = (sitter: Sitter) => {
  const { front, strands = [] } = cutOf(sitter);
  return (
    painted(sitter, front, 'front') +
    strands
      .map((d) => stroked(d, sitter.hairPaint.line, 6, ' opacity="0.45" stroke-linecap="round"'))
      .join('')
  );
};
