import { button, noPage } from '../../../http/pages/button.server.ts';
import { endSessionHeaders } from '../../../http/security/session.server.ts';

export const loader = noPage;

export const action = button(async (scope, { context }) => ({
  to: '/',
  headers: await endSessionHeaders(scope, context.cookies),
}));
