import { db } from '../../../db/kysely.server.ts';
import type { Em } from '../../../db/orm.server.ts';
import { NotAllowed } from '../../../errors.ts';

/** Keeps a member from being suspended until the transaction ends, so that a suspension hides all that they wrote.
 *  Call it before other locks (`lockOrder`). @throws NotAllowed for one who was suspended meanwhile */
export async function mustStayActive(em: Em, id: number): Promise<void> {
  const member = await db(em)
    .selectFrom('users')
    .select('status')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (member?.status !== 'active') {
    throw new NotAllowed('This account is suspended, so nothing was saved. Sign in again to read why.');
  }
}
