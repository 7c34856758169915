import { adminButton, noAdminPage, pressAgain } from '../../../../http/pages/button.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { verifySchema } from '../account-status.schema.ts';
import { setVerified } from '../account-status.server.ts';

export const loader = noAdminPage;

/** The form sends the wanted state, so that pressing twice does no harm. */
export const action = adminButton(async (scope, { id, input }) => {
  const { verified } = await input(verifySchema, pressAgain);
  await setVerified(scope, id(), verified);
  const title = verified ? 'Marked as verified' : 'Verified badge removed';
  return { to: `/admin/creators/${id()}`, toast: toast.success(title) };
});
