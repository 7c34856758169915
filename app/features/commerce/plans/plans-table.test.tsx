import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { PlansTable } from './plans-table.tsx';

describe('the plans', () => {
  test('leads visitors to sign up, and keeps the plan they chose', () => {
    const html = renderToStaticMarkup(<PlansTable currentPlan={null} />);
    expect(html).toContain('href="/auth?tab=sign-up&amp;next=%2Fsubscribe%3Fplan%3Dvip"');
    expect(html.match(/Sign up to Subscribe/g)).toHaveLength(2);
    expect(html).not.toContain('Current Plan');
  });

  test('shows a free member the current plan, disabled, and links to the others', () => {
    const html = renderToStaticMarkup(<PlansTable currentPlan="free" />);
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Current Plan/);
    expect(html).toContain('href="/subscribe?plan=premium"');
    expect(html).toContain('href="/subscribe?plan=vip"');
  });

  test('sells a member nothing that their plan already includes', () => {
    const html = renderToStaticMarkup(<PlansTable currentPlan="vip" />);
    expect(html).not.toContain('/subscribe');
    expect(html.match(/Current Plan/g)).toHaveLength(1);
  });

  test('calls it VIP Elite on the pricing page only', () => {
    expect(renderToStaticMarkup(<PlansTable currentPlan={null} isPricingPage />)).toContain('VIP Elite');
    expect(renderToStaticMarkup(<PlansTable currentPlan={null} />)).not.toContain('VIP Elite');
  });
});
