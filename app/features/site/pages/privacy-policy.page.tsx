import type { MetaFunction } from '@remix-run/react';
import { askAbout, privacyEmail } from '../../../domain/contact.ts';
import { pageTags } from '../../../ui/page-tags.ts';
import { StaticPage } from './static-page.tsx';

export default function PrivacyPolicy() {
  return (
    <StaticPage
      title="Privacy Policy"
      lead="We keep what the site needs to work, for as long as it needs it, and we sell none of it."
      updated="November 1, 2026"
    >
      <h2>What we know about you</h2>
      <ul>
        <li>
          <strong>Your account:</strong> name, username, email address, and a password that is stored only as
          a hash, which no one can read back.
        </li>
        <li>
          <strong>Your profile:</strong> what you choose to add, such as martial art, belt, a few words and a
          picture.
        </li>
        <li>
          <strong>What you do here:</strong> what you publish, like, rate, follow and buy.
        </li>
        <li>
          <strong>Your messages:</strong> what you and others write to each other. Only the two of you read
          it; we see a message when one of you reports it.
        </li>
        <li>
          <strong>Your questions to support:</strong> what you asked and what we answered, until you delete
          your account. Questions asked without an account are kept for a year after the last message.
        </li>
        <li>
          <strong>Payments:</strong> amount, date and item. Card numbers go straight to our payment provider;
          we never see them.
        </li>
        <li>
          <strong>What you watched:</strong> which techniques you opened, where you left their videos, and
          what you marked as seen. Only you see it. You can pause and clear it, and it goes with your account.
        </li>
        <li>
          <strong>Your notes:</strong> what you write down about techniques. Only you see them, until you
          delete them or your account.
        </li>
        <li>
          <strong>Your visit:</strong> short-lived server records that keep the site safe. To count views once
          a day we use a code that changes every day and cannot be traced back to you.
        </li>
      </ul>

      <h2>What we do not do</h2>
      <p>
        No advertising, no trackers of other companies, no sale of data. Pictures you upload lose the place
        and camera data hidden in them before anyone sees them.
      </p>

      <h2>What others can see</h2>
      <p>
        Your name, username, profile and published techniques are public, as are your ratings. Your email
        address, your likes and your purchases are not. Creators see the amount and the date of a sale, not
        your card.
      </p>

      <h2>Cookies</h2>
      <p>
        We set a cookie that keeps you signed in, one that tells us for a year that you have signed in on this
        device before, so that no one can lock you out by guessing at your password, one that carries a
        message from one page to the next, one for your choice of light or dark, and one for your time zone
        when you sign in. All of them are ours and none follows you elsewhere.
      </p>

      <h2>Who works for us</h2>
      <p>
        A payment provider handles cards, a mail service delivers our emails, and a host runs the servers and
        keeps the pictures and videos. They may use your data for that work and nothing else.
      </p>

      <h2>How long we keep it</h2>
      <p>
        As long as you have an account. When you delete it, your name and your posts leave public view.
        Payment records are kept as long as tax law requires, without your name where that is possible.
      </p>

      <h2>Your rights</h2>
      <p>
        On <a href="/account/data">your data page</a> you can take a copy of everything or delete your
        account. You may also ask us to correct data or to stop using it, and complain to the authority of
        your country. <a href={askAbout('privacy')}>Ask us</a>, or write to {privacyEmail}: we answer{' '}
        <strong>within 72 hours</strong>.
      </p>

      <h2>Age</h2>
      <p>
        Summa is for people of 18 and over. When we learn that an account belongs to someone younger, we close
        it.
      </p>

      <h2>Changes</h2>
      <p>When this policy changes in a way that matters to you, we write to you before it does.</p>
    </StaticPage>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageTags(matches, {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    description: 'What Summa knows about you, why, for how long, and how to see or delete it.',
  });
