import { db } from '../../../db/kysely.server.ts';
import { NotFound } from '../../../errors.ts';
import type { Scope } from '../../../scope.ts';
import { readOffToken } from './off-token.server.ts';

type Asking = Pick<Scope, 'em' | 'box'>;

/** Whether the emails of this token still come. @throws NotFound */
export async function areEmailsOn({ em, box }: Asking, token: string): Promise<boolean> {
  const member = await db(em)
    .selectFrom('users')
    .select('wants_message_mail as wanted')
    .where('id', '=', memberOf(box, token))
    .executeTakeFirst();
  return member?.wanted ?? false;
}

/** Turns the emails of this token off, whoever asks. A second time changes nothing. @throws NotFound */
export async function turnEmailsOff({ em, box }: Asking, token: string): Promise<void> {
  await db(em)
    .updateTable('users')
    .set({ wants_message_mail: false })
    .where('id', '=', memberOf(box, token))
    .where('wants_message_mail', '=', true)
    .execute();
}

function memberOf(box: Scope['box'], token: string): number {
  const found = readOffToken(box, token);
  if (!found) throw new NotFound();
  return found.memberId;
}
