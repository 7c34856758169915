import type { MetaFunction } from '@remix-run/react';
import { askAbout, contactPath, privacyEmail, supportEmail } from '../../../domain/contact.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { pageTags } from '../../../ui/page-tags.ts';
import { Fold } from './fold.tsx';
import { topics } from './help-answers.tsx';
import { StaticPage } from './static-page.tsx';

export default function HelpCenter() {
  return (
    <StaticPage
      title="Help Center"
      lead="Short answers to what people ask most. If yours is not here, write to us: a person reads every message."
    >
      {topics.map(({ title, answers }) => (
        <section key={title}>
          <h2>{title}</h2>
          {answers.map(({ question, answer }) => (
            <Fold key={question} question={question}>
              {answer}
            </Fold>
          ))}
        </section>
      ))}
      <section>
        <h2>Write to us</h2>
        <p>
          Support answers <strong>within 24 hours</strong>. Tell us the address of the page, what you did and
          what happened instead.
        </p>
        <p>
          <ButtonLink href={contactPath} icon="mail">
            Write to support
          </ButtonLink>
        </p>
        <p>
          <a href={askAbout('privacy')}>Questions about your personal data</a> are answered within 72 hours.
          You can also email us at {supportEmail} and {privacyEmail}.
        </p>
      </section>
    </StaticPage>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageTags(matches, {
    path: '/help-center',
    title: 'Help Center',
    description: 'Answers about plans, buying and selling techniques, uploads and accounts on Summa.',
  });
