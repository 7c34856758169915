import { expect, test } from 'vitest';
import { rendered } from '../../../../tests/support/browser/rendered.tsx';
import { testRequests } from '../../../../tests/support/money/requests.ts';
import { row } from '../../../../tests/support/sql.ts';
import * as requests from '../../commerce/custom-requests/queue.page.tsx';
import * as purchases from '../../commerce/purchases/all-purchases.page.tsx';
import * as reports from '../reports/queue.page.tsx';
import { fileReport } from '../reports/report.server.ts';
import { askQuestion } from '../support/ask.server.ts';
import * as support from '../support/queue.page.tsx';
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
  await row(world.em())`insert into purchases (user_id, content_id, amount_cents, status)
    values (${member.id}, ${await world.item()}, 499, 'review')`;
  expect(await tabs()).toContain(
    'Creator Management Reports 2 waiting Support 1 waiting Users Requests 1 waiting Payouts Purchases 1 waiting Overview',
  );

  const shown = async (page: Parameters<typeof rendered>[1], address: string) =>
    (await rendered(world, page, admin, address)).text;
  expect(await shown(reports, '/admin/reports')).toContain('Open 2 waiting Decided');
  expect(await shown(requests, '/admin/requests')).toContain('In dispute 1 waiting All');
  expect(await shown(purchases, '/admin/purchases')).toContain('All Needs review 1 waiting');
  expect(await shown(support, '/admin/support')).toContain('Open 1 waiting Overdue Answered');
  world.clock.at = new Date(world.clock.at.getTime() + 4 * 24 * 3_600_000);
  expect(await shown(support, '/admin/support')).toContain('Open 1 waiting Overdue 1 waiting Answered');
  expect(await shown(support, '/admin/support?topic=privacy')).toContain('Open Overdue Answered');
});
