import { button, noPage } from '../../http/button.server.ts';
import { signedOut } from '../../http/session.server.ts';

export const loader = noPage;

export const action = button(async (scope, { context }) => ({
  to: '/',
  headers: await signedOut(scope, context.cookies),
}));
