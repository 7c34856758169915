import { memberButton, noPage } from '../../http/button.server.ts';
import { toast } from '../../http/toast.ts';
import { billingPath } from '../purchases/addresses.ts';
import { resumePlan } from './change-plan.server.ts';

export const loader = noPage;

/** Takes a cancellation back. */
export const action = memberButton(async (scope) => {
  await resumePlan(scope);
  return { to: billingPath, toast: toast.success('Welcome back', 'Your plan goes on as before.') };
});
