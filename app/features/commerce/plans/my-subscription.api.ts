import { z } from 'zod';
import { tiers } from '../../../domain/tiers.ts';
import { api, member } from '../../../http/api/api.server.ts';
import { moment } from '../../core/schemas/response-shapes.ts';
import { billingSummary } from './billing-summary.server.ts';

const subscription = z.object({
  tier: z.enum(tiers).describe('The plan that is in force now.'),
  nextBilling: moment.nullable().describe('Null when nothing will be charged.'),
});

const call = api({
  GET: member({ summary: 'Read one’s plan', responses: { 200: subscription } }, async (scope) => {
    const { plan, subscription } = await billingSummary(scope);
    return { tier: plan, nextBilling: subscription?.nextBillingAt?.toISOString() ?? null };
  }),
});
export const loader = call.loader;
export const action = call.action;
