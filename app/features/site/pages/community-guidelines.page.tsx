import type { MetaFunction } from '@remix-run/react';
import { askAbout } from '../../../domain/contact.ts';
import { pageTags } from '../../../ui/page-tags.ts';
import { StaticPage } from './static-page.tsx';

export default function CommunityGuidelines() {
  return (
    <StaticPage
      title="Community Guidelines"
      lead="Summa works like a good gym: people bow in, look after each other, and share what they know."
      updated="November 21, 2026"
    >
      <h2>Be a good training partner</h2>
      <ul>
        <li>
          Speak to people as you would on the mat, whatever their belt, gym, body, sex, faith or country.
        </li>
        <li>Disagree about the technique, not about the person. Show what you would do instead.</li>
        <li>No harassment, threats, hate, or publishing of anyone's private details.</li>
      </ul>

      <h2>Share what is yours, and what is true</h2>
      <ul>
        <li>
          Publish only pictures and videos that you made or are allowed to use. Ask everyone who can be
          recognised.
        </li>
        <li>Name the people you learned from. Do not pass off another creator's work as your own.</li>
        <li>
          State your own rank honestly. Belts here are declared by their owners, and trust rests on that.
        </li>
        <li>Choose the tier, category and difficulty that fit, so that people find what they expect.</li>
      </ul>

      <h2>Keep people safe</h2>
      <ul>
        <li>
          Say so when a technique endangers knees, neck or spine, and when it is not allowed at some belts.
        </li>
        <li>Teach the tap. Never encourage applying a hold to someone who does not know it is coming.</li>
        <li>Nothing here is medical advice. Train with a qualified instructor and stop when it hurts.</li>
      </ul>

      <h2>What does not belong here</h2>
      <ul>
        <li>Sexual content, gore, street fights, or violence meant to injure.</li>
        <li>Anyone under 18: Summa is for adults of 18 and over, on screen as well.</li>
        <li>Spam, bought likes or ratings, and links that trick people.</li>
        <li>Sales that are settled outside Summa to avoid the buyer's protection.</li>
      </ul>

      <h2>Reports</h2>
      <p>
        If you see something that breaks these rules, press Report, which you’ll find on every technique,
        rating and creator. Without an account, <a href={askAbout('content')}>write to support</a> with the
        address of the page. <strong>Every report is reviewed within 24 hours.</strong> We never tell anyone
        who reported them. You can follow your reports in <a href="/account/reports">your account</a>.
      </p>

      <h2>What we do</h2>
      <p>
        Depending on what happened we talk to the person, take the content down, pause the right to publish,
        or close the account. Grave harm, such as threats or abuse, closes an account immediately. You can ask
        us to look again: reply to our message, and someone who was not involved will.
      </p>
    </StaticPage>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageTags(matches, {
    path: '/community-guidelines',
    title: 'Community Guidelines',
    description: 'How people treat each other on Summa, what may be published, and how reports are handled.',
  });
