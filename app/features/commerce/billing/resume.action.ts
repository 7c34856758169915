import { billingPath } from '../../../domain/checkout-paths.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { resumePlan } from '../plans/change-plan.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  await resumePlan(scope);
  return { to: billingPath, toast: toast.success('Welcome back', 'Your plan continues as before.') };
});
