import { memberButton, noPage } from '../../http/button.server.ts';
import { addressFor } from '../../http/leave.server.ts';
import { paymentCardUrl } from './billing.server.ts';

export const loader = noPage;

/** Leads to the provider's page where the card is exchanged. */
export const action = memberButton(async (scope, { context }) => ({
  to: addressFor(context, await paymentCardUrl(scope)),
}));
