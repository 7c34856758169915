import { ownPath } from '../../../domain/support-topics.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { closeOwnQuestion } from './own.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id }) => {
  await closeOwnQuestion(scope, id());
  return { to: ownPath(id()), toast: toast.success('Closed', 'Write here to open it again.') };
});
