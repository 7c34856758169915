import { billingPath } from '../../../domain/checkout-paths.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { undoPlanChange } from '../plans/change-plan.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  await undoPlanChange(scope);
  return { to: billingPath, toast: toast.success('Change undone', 'Your plan continues as before.') };
});
