import { anyOf, db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';

export const messagePictures = (em: Em, messageIds: number[]) =>
  db(em)
    .selectFrom('media')
    .select(['message_id as messageId', 'key', 'kind', 'mime', 'width', 'height', 'color', 'widths'])
    .where('message_id', '=', anyOf('int8', messageIds))
    .where('status', '=', 'ready')
    .orderBy('message_id')
    .orderBy('position')
    .execute();
