import { describe, expect, test } from 'vitest';
import { linkTo, rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { testWorld } from '../../../../tests/support/world.ts';
import { contactPath } from '../../../domain/contact.ts';
import type { Viewer } from '../../../scope.ts';
import * as messages from '../../community/messages/messages.page.tsx';
import * as edit from '../../library/authoring/edit.page.tsx';
import * as upload from '../../library/authoring/upload.page.tsx';
import * as myContent from '../../library/studio/my-content.page.tsx';
import * as contact from '../../operations/support/contact.page.tsx';
import * as billing from '../billing/billing.page.tsx';
import { planCounts } from './plan-counts.server.ts';
import * as subscribe from './subscribe.page.tsx';
import * as pricing from './subscriptions.page.tsx';

const world = testWorld();
const plansIn = (html: string) =>
  html
    .split('<li class="panel plan"')
    .slice(1)
    .map((plan) => textOf(`<li${plan.split('<button')[0]?.split('<a class')[0]}`));

describe('/subscriptions', () => {
  const open = (viewer: Viewer | null = null) => rendered(world, pricing, viewer, '/subscriptions');

  test('[C2.19] [C1.9] [C9.3] [C6.1] has three plans, their prices, and questions with answers', async () => {
    const { html } = await open();
    const [explorer, premium, vip, ...others] = plansIn(html);
    expect(others).toEqual([]);
    expect(explorer).toMatch(/Explorer .* Free .*Follow athletes \(up to 10 creators\)/);
    expect(premium).toMatch(/Premium .* \$9\.99 per month .*Monetize up to 2 techniques/);
    expect(vip).toMatch(/VIP Elite .* \$24\.99 per month .*Unlimited monetization/);
    const questions = html.slice(html.indexOf('Frequently asked questions'));
    expect(questions.match(/<details class="answer"><summary>/g)?.length).toBeGreaterThan(3);
  });

  test('counts what each plan opens today; a VIP item for a while counts as one of VIP', async () => {
    const before = await planCounts(world.scope(null));
    const early = new Date(world.clock.at.getTime() + 86_400_000);
    await world.item({ tier: 'premium' });
    await world.item({ tier: 'premium', earlyUntil: early });
    await world.item({ tier: 'vip', status: 'draft' });
    const { premium, vip } = await planCounts(world.scope(null));
    expect([premium - before.premium, vip - before.vip]).toEqual([1, 1]);
  });

  test('[C2.20] leads visitors to /auth and members to /subscribe', async () => {
    const visitor = (await open()).html;
    const member = (await open(await world.person())).html;
    for (const [name, plan] of [
      ['Premium', 'premium'],
      ['VIP Elite', 'vip'],
    ]) {
      const next = encodeURIComponent(`/subscribe?plan=${plan}`);
      expect(linkTo(visitor, `Sign up to Subscribe (${name})`)).toBe(`/auth?tab=sign-up&next=${next}`);
      expect(linkTo(member, `Subscribe to ${name}`)).toBe(`/subscribe?plan=${plan}`);
    }
    expect(visitor).not.toContain('href="/subscribe');
    expect(member).not.toContain('href="/auth');
  });
});

describe('/subscribe', () => {
  test('[C2.2] is titled for Premium, with its price per month and its benefits', async () => {
    const { html, text } = await rendered(world, subscribe, await world.person(), '/subscribe');
    expect(html).toContain('<h1>Subscribe to Premium</h1>');
    expect(text).toContain('$9.99 /month');
    const benefits = ['Premium content', 'High-res downloads', 'Athlete messaging', 'Priority support'];
    for (const benefit of benefits) expect(text).toContain(benefit);
  });

  test('[C2.3] [C2.4] has a place for the card form of the provider’s script, and says that it is being set up', async () => {
    const { html } = await rendered(world, subscribe, await world.person(), '/subscribe');
    const form = /<form.*?<\/form>/s.exec(html)?.[0] ?? '';
    expect(form).toMatch(
      /data-card-form="pk_test_sandbox" data-script="\/sandbox\/stripe\.js" data-kind="subscription" data-cents="999"/,
    );
    // Text browsers show what is only hidden, so the script says it.
    expect(form).toMatch(/<p role="status"[^>]*><\/p><div data-card-fields=""/);
    expect(form.replace(/<[^>]*>/g, '')).not.toContain('Setting up');
    expect(form.match(/data-pending="Setting up your subscription..."/g)).toHaveLength(2);
  });

  test('says what is due today and later, what the plan opens, and has one button', async () => {
    for (const tier of ['free', 'premium', 'premium', 'vip'] as const) await world.item({ tier });
    const { html, text } = await rendered(world, subscribe, await world.person(), '/subscribe?plan=vip');
    expect(text).toContain('Everything in Premium, plus: Exclusive content');
    expect(text).toMatch(/Then, until you cancel \$24\.99 per month Due today \$24\.99/);
    expect(text).toMatch(/Opens \d+ more techniques? today/);
    expect(html.match(/<button(?![^>]*hidden)/g)).toHaveLength(1);
  });
});

test('every ‘See the plans’ names the page to go back to when a plan is paid', async () => {
  const viewer = await world.person();
  const id = String(await world.item({ creator: viewer.id }));
  for (const [page, path] of [
    [messages, '/messages'],
    [upload, '/upload'],
    [edit, `/content/${id}/edit`],
    [myContent, '/studio/content'],
    [contact, contactPath],
    [billing, '/account/billing'],
  ] as const) {
    const { html } = await rendered(world, page, viewer, path, { params: { id } });
    expect(linkTo(html, 'See the plans'), path).toBe(`/subscriptions?from=${path}`);
  }
});
