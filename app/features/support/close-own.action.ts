import { memberButton, noPage } from '../../http/button.server.ts';
import { toast } from '../../http/toast.ts';
import { closeOwnQuestion } from './own.server.ts';
import { ownPath } from './words.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id }) => {
  await closeOwnQuestion(scope, id());
  return { to: ownPath(id()), toast: toast.success('Closed', 'Write here to open it again.') };
});
