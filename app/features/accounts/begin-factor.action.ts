import { memberButton, noPage } from '../../http/button.server.ts';
import { beginFactor } from './second-factor.server.ts';

export const loader = noPage;

/** Makes the key of a second factor; the page it leads to shows it. */
export const action = memberButton(async (scope) => {
  await beginFactor(scope);
  return { to: '/account/security/second-factor' };
});
