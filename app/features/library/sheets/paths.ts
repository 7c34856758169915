import type { Role } from '../../map/graph/states.ts';
import { wayPath } from '../../map/screens/paths.ts';

interface NumberedWay {
  from: string | number;
  to: string | number;
  as: Role;
  /** Which of the ways, from 1. */
  way: number;
}

const within = (path: string, last: string) => {
  const [place = '', query] = path.split('?', 2);
  return `${place}/${last}${query ? `?${query}` : ''}`;
};

/** The sheet of a position or an item, by its page. */
export const sheetPath = (path: string) => within(path, 'sheet');
/** Its study pack. */
export const packPath = (path: string) => within(path, 'pack.zip');

/** A way by its number in the answer to a question. */
export const numberedWayPath = ({ way, ...question }: NumberedWay) => `${wayPath(question)}&way=${way}`;
