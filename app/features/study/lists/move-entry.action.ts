import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { moveEntry } from './entries.server.ts';
import { moveSchema } from './list.schema.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, longId, input }) => {
  const { step, version } = await input(moveSchema);
  await moveEntry(scope, { listId: id(), entryId: longId('entryId'), step }, version);
  return {};
});
