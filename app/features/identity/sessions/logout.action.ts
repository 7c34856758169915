import { button, noPage } from '../../../http/pages/button.server.ts';
import { signedOut } from '../../../http/security/session.server.ts';

export const loader = noPage;

export const action = button(async (scope, { context }) => ({
  to: '/',
  headers: await signedOut(scope, context.cookies),
}));
