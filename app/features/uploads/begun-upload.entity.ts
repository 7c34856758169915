import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** A file that arrives in pieces; its bytes lie in the folder of waiting uploads under `id`. */
export const BegunUpload = defineEntity({
  name: 'BegunUpload',
  tableName: 'begun_uploads',
  properties: {
    id: p.text().primary(),
    owner: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    /** What tells the same file when it is chosen again, besides its name and size. */
    mark: p.text(),
    bytes: p.integer(),
    /** Bytes that are safe on the disk; what lies behind them is written again. */
    arrived: p.integer().default(0),
    /** Whoever writes at this moment, and until when they are believed to be alive. */
    writer: p.text().nullable(),
    writerUntil: p.datetime(3).nullable(),
    /** The medium that was made of it: asked twice, the end gives the same answer. */
    mediaKey: p.text().nullable(),
    touchedAt: p.datetime(3).defaultRaw('now()'),
  },
});
