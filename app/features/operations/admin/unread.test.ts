import { expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { fileReport } from '../reports/report.server.ts';
import { askQuestion } from '../support/ask.server.ts';
import * as frame from './admin.page.tsx';

const shop = testRequests();
const { world } = shop;

test('the tabs show where work waits, and how much', async () => {
  const admin = await world.person({ isAdmin: true });
  const tabs = async () => (await rendered(world, frame, admin, '/admin/featured')).text;
  expect(await tabs()).not.toContain('waiting');

  const member = await world.person();
  for (let n = 0; n < 2; n += 1) {
    const content = await world.item();
    await fileReport(world.member(member), { content }, { reason: 'spam', details: null });
  }
  await askQuestion(world.scope(member), { topic: 'other', subject: 'My belt', text: 'It is too long.' });
  const { vip, id } = await shop.delivered();
  await shop.takeStep(vip, id, 'dispute', 'It shows the other arm.');
  expect(await tabs()).toContain(
    'Creator Management Reports 2 waiting Support 1 waiting Users Requests 1 waiting Payouts',
  );
});
