import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../identity/accounts/user.entity.ts';

/** A file that arrives in chunks; its bytes are in a file named by `id`. */
export const UploadSession = defineEntity({
  name: 'UploadSession',
  tableName: 'upload_sessions',
  properties: {
    id: p.text().primary(),
    owner: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    /** Identifies the same file when it is chosen again, with its name and size. */
    fingerprint: p.text(),
    bytes: p.integer(),
    /** Bytes safe on the disk; later ones are written again. */
    arrived: p.integer().default(0),
    /** The request that writes now, and until when its lease lasts. */
    writer: p.text().nullable(),
    writerUntil: p.datetime(3).nullable(),
    /** The finished medium, so that finishing twice gives the same answer. */
    mediaKey: p.text().nullable(),
    touchedAt: p.datetime(3).defaultRaw('now()'),
  },
});
