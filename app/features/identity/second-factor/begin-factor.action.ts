import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { beginFactor } from './second-factor.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  await beginFactor(scope);
  return { to: '/account/security/second-factor' };
});
