import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { closeWelcome } from './welcome.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope) => {
  await closeWelcome(scope);
  return {};
});
