import { adminButton, noAdminPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { closeQuestion } from './answer.server.ts';
import { closeSchema } from './question.schema.ts';

export const loader = noAdminPage;

export const action = adminButton(async (scope, { id, form }) => {
  const { seen } = await form(closeSchema);
  await closeQuestion(scope, id(), seen);
  return { to: '/admin/support', toast: toast.success('Closed', 'No email was sent.') };
});
