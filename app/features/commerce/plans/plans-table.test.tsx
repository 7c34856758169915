import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { PlansTable } from './plans-table.tsx';

const counts = { free: 40, premium: 29, vip: 1 };

describe('the plans', () => {
  test('leads visitors to sign up, and keeps the plan they chose', () => {
    const html = renderToStaticMarkup(<PlansTable counts={counts} currentPlan={null} />);
    expect(html).toContain('href="/auth?tab=sign-up&amp;next=%2Fsubscribe%3Fplan%3Dvip"');
    expect(html.match(/Sign up to Subscribe/g)).toHaveLength(2);
    expect(html).not.toContain('Current Plan');
  });

  test('shows a free member the current plan, disabled, and links to the others', () => {
    const html = renderToStaticMarkup(<PlansTable counts={counts} currentPlan="free" />);
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Current Plan/);
    expect(html).toContain('href="/subscribe?plan=premium"');
    expect(html).toContain('href="/subscribe?plan=vip"');
  });

  test('sells a member nothing that their plan already includes', () => {
    const html = renderToStaticMarkup(<PlansTable counts={counts} currentPlan="vip" />);
    expect(html).not.toContain('/subscribe');
    expect(html.match(/Current Plan/g)).toHaveLength(1);
  });

  test('says what each plan includes and opens today, and nothing where there is nothing to open', () => {
    const html = renderToStaticMarkup(<PlansTable counts={counts} currentPlan={null} />);
    expect(html).toContain('Everything in Explorer, plus:');
    expect(html).toContain('Everything in Premium, plus:');
    for (const words of [
      'Opens 40 techniques today',
      'Opens 29 more techniques',
      'Opens 1 more technique today',
    ]) {
      expect(html).toContain(words);
    }
    const many = renderToStaticMarkup(
      <PlansTable counts={{ free: 0, premium: 501, vip: 0 }} currentPlan={null} />,
    );
    expect(many.match(/Opens/g)).toHaveLength(1);
    expect(many).toContain('Opens more than 500 more techniques today');
  });

  test.each([
    [null, 'premium'],
    ['free', 'premium'],
    ['premium', 'vip'],
    ['vip', null],
  ] as const)('recommends one plan: to %s the plan %s', (currentPlan, plan) => {
    const html = renderToStaticMarkup(<PlansTable counts={counts} currentPlan={currentPlan} />);
    const recommended = [...html.matchAll(/data-tier="(\w+)" data-recommended/g)].map(([, tier]) => tier);
    expect(recommended).toEqual(plan ? [plan] : []);
    expect(html.match(/Recommended/g) ?? []).toHaveLength(plan ? 1 : 0);
    expect(html.match(/data-kind="primary"/g) ?? []).toHaveLength(plan ? 1 : 0);
  });

  test('calls it VIP Elite on the pricing page only', () => {
    expect(renderToStaticMarkup(<PlansTable counts={counts} currentPlan={null} isPricingPage />)).toContain(
      'VIP Elite',
    );
    expect(renderToStaticMarkup(<PlansTable counts={counts} currentPlan={null} />)).not.toContain(
      'VIP Elite',
    );
  });
});
