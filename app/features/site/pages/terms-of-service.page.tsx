import type { MetaFunction } from '@remix-run/react';
import { contactPath, supportEmail } from '../../../domain/contact.ts';
import { planPriceCents } from '../../../domain/plan-prices.ts';
import { money } from '../../../ui/money.ts';
import { pageTags } from '../../../ui/page-tags.ts';
import { StaticPage } from './static-page.tsx';

export default function TermsOfService() {
  return (
    <StaticPage
      title="Terms of Service"
      lead="The agreement between you and Summa, in words that can be read before the next round starts."
      updated="November 1, 2026"
    >
      <h2>1. Who may use Summa</h2>
      <p>
        You must be <strong>18 or older</strong>. Give true details, keep your password to yourself, and tell
        us if someone else uses your account. By creating an account you accept these terms and the{' '}
        <a href="/community-guidelines">Community Guidelines</a>.
      </p>

      <h2>2. Training is your own responsibility</h2>
      <p>
        Grappling can injure. What you find here is the experience of its creators, not instruction made for
        your body and not medical advice. Practise with a qualified instructor and a willing partner.
      </p>

      <h2>3. Plans</h2>
      <p>
        Explorer is free. Premium costs {money(planPriceCents.premium)} a month and VIP Elite{' '}
        {money(planPriceCents.vip)} a month, charged in advance until you cancel. You may cancel at any time
        and keep the plan until the end of the month you paid for. We announce a change of price{' '}
        <strong>at least 30 days</strong> before it applies to you; if you do not agree, cancel before that
        day.
      </p>

      <h2>4. Single purchases</h2>
      <p>
        Buying an item opens it to you for good, whatever your plan, also when its creator removes it later.
        It is for you alone: do not copy it, pass it on or show it in public. Your rights as a consumer stay
        untouched.
      </p>

      <h2>5. What you publish</h2>
      <ul>
        <li>It stays yours. You let us store it, convert it and show it to those who may see it.</li>
        <li>You confirm that you have the right to publish it and the consent of everyone in it.</li>
        <li>You may delete it whenever you like. People who bought it keep their copy on Summa.</li>
      </ul>

      <h2>6. Selling</h2>
      <p>
        Premium members may offer 2 items for sale at a time, VIP members any number, each from $0.99 to $500.
        You receive 50% of each sale and Summa keeps the rest. Refunds are deducted. Taxes on what you earn
        are yours to pay.
      </p>

      <h2>7. Rules and reports</h2>
      <p>
        We review reports within 24 hours and may remove content or close accounts that break the guidelines.
        We say why, and you may ask us to look again.
      </p>

      <h2>8. Availability</h2>
      <p>
        We aim to be reachable <strong>99.9% of the time</strong>. That is a target, not a guarantee:
        maintenance, failures and events beyond our control can interrupt the service.
      </p>

      <h2>9. Liability</h2>
      <p>
        As far as the law allows, Summa is provided as it is, and our liability to you for everything together
        is limited to <strong>$100</strong>. Nothing here limits liability that the law does not let us limit,
        such as for intent or for injury that we cause by gross negligence.
      </p>

      <h2>10. Ending and changes</h2>
      <p>
        You may delete your account at any time. We may change these terms with notice of 30 days; if you go
        on using Summa after that, you accept them. If a part of the terms does not hold, the rest still does.
      </p>

      <h2>11. Questions</h2>
      <p>
        <a href={contactPath}>Write to support</a>, or to {supportEmail}. We answer within 24 hours.
      </p>
    </StaticPage>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageTags(matches, {
    path: '/terms-of-service',
    title: 'Terms of Service',
    description: 'The agreement between members and Summa: plans, purchases, publishing, selling, liability.',
  });
