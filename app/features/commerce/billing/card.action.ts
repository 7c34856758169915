import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { addressFor } from '../../../http/pages/leave.server.ts';
import { paymentCardUrl } from './billing.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { context }) => ({
  to: addressFor(context, await paymentCardUrl(scope)),
}));
