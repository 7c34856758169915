import type { Em } from '../../../db/orm.server.ts';
import type { Entry } from './archive-pages.ts';

/** One kind of personal data; it becomes a page and a JSON file of the archive. */
export interface Collection {
  name: string;
  title: string;
  /** Up to `size` entries after `after`, in the order of `key`, a whole number that the file leaves out. */
  read: (em: Em, asked: Asked) => Promise<(Entry & { key: number })[]>;
}

export interface Asked {
  memberId: number;
  after: number;
  size: number;
}
