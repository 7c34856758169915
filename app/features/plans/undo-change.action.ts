import { memberButton, noPage } from '../../http/button.server.ts';
import { toast } from '../../http/toast.ts';
import { billingPath } from '../purchases/addresses.ts';
import { undoPlanChange } from './change-plan.server.ts';

export const loader = noPage;

/** Forgets a change of plan that waits for the period's end, or for its payment. */
export const action = memberButton(async (scope) => {
  await undoPlanChange(scope);
  return { to: billingPath, toast: toast.success('Change undone', 'Your plan goes on as before.') };
});
