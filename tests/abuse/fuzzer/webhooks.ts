import { createHmac } from 'node:crypto';
import { sign } from '../../../app/payments/sandbox/events.sql.server.ts';
import { rows } from '../../support/sql.ts';
import { secret } from '../../support/world.ts';
import type { Case } from './case.ts';
import type { World } from './people.ts';

/** The key that the site's sandbox signs with (`openSitePayments` in app/boot). */
const key = createHmac('sha256', secret).update('sandbox events').digest('hex');

/** Deliveries of the payment provider: its newest events under new ids, truly signed, so that the site works on each
 *  of them again. */
export async function deliveries(world: World, count: number): Promise<Case[]> {
  const events = await rows<{ payload: string }>(world.em())`
    select payload from sandbox.event order by position desc limit ${count}`;
  return events.map(({ payload }, n) => {
    const id = `evt_fuzz_${Date.now()}_${n}`;
    const text = JSON.stringify({ ...JSON.parse(payload), id, created: Math.floor(Date.now() / 1_000) });
    return {
      from: '',
      changes: [],
      target: 'POST /api/stripe/webhook',
      role: 'visitor',
      verb: 'POST',
      query: [],
      path: '/api/stripe/webhook',
      headers: [['Stripe-Signature', sign(text, key, Date.now())]],
      body: { kind: 'raw', fields: [], raw: Buffer.from(text), type: 'application/json' },
    };
  });
}
