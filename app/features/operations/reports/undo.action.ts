import { adminButton, noAdminPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { undoDecision } from './decide.server.ts';

export const loader = noAdminPage;

export const action = adminButton(async (scope, { id }) => {
  const { outcome } = await undoDecision(scope, id());
  const said = outcome === 'hidden' ? 'It is shown again' : 'It is back';
  return { to: `/admin/reports/${id()}`, toast: toast.success(said, 'We’ve emailed its author.') };
});
