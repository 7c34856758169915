import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { plansPath } from '../../../domain/checkout-paths.ts';
import { contactPath, supportEmail } from '../../../domain/contact.ts';
import { ownPath, topicNames } from '../../../domain/support-topics.ts';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { pageTags } from '../../../ui/page-tags.ts';
import { askQuestion } from './ask.server.ts';
import { hasPriority, priorityWords } from './priority.ts';
import { maxReference, questionSchema, visitorQuestionSchema } from './question.schema.ts';
import { QuestionForm } from './question-form.tsx';
import { promisedHours } from './response-time.ts';

export const meta: MetaFunction = ({ matches }) =>
  pageTags(matches, {
    path: contactPath,
    title: 'Write to support',
    description: 'Ask us anything about Summa: a person answers within 24 hours.',
  });

export const loader = page(({ viewer }, { url }) => {
  const { searchParams: query } = url;
  return {
    member: viewer && { name: `${viewer.firstName} ${viewer.lastName}`, email: viewer.email },
    priority: priorityWords(viewer?.plan ?? null),
    isBehind: !hasPriority(viewer?.plan ?? null),
    asked: {
      topic: topicNames.find((topic) => topic === query.get('topic')) ?? '',
      reference: query.get('reference')?.slice(0, maxReference) ?? '',
    },
    attempt: randomUUID(),
  };
});

export const action = page(async (scope, { context, form }) => {
  const input = await form(scope.viewer ? questionSchema : visitorQuestionSchema);
  const { id } = await askQuestion(scope, input);
  const hours = promisedHours(input.topic);
  if (!scope.viewer) return seeOther(context, `${contactPath}/sent?hours=${hours}`);
  return seeOther(
    context,
    ownPath(id),
    toast.success('We have your question', `A person answers within ${hours} hours, here and by email.`),
  );
});

export default function Contact() {
  const { member, priority, isBehind, asked, attempt } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <h1>Write to support</h1>
        <p>
          A person reads every question and answers <strong>within {promisedHours('other')} hours</strong>{' '}
          (questions about your personal data within {promisedHours('privacy')} hours). {priority}{' '}
          {isBehind && <a href={plansPath(contactPath)}>See the plans</a>}
        </p>
        <p className="soft small">
          {member ? (
            <>
              You’ll find your earlier questions <a href="/account/support">in your account</a>. To report
              something on the site, use the ‘Report’ link beside it: it is quicker.
            </>
          ) : (
            <>
              Have an account?{' '}
              <a href={`/auth?tab=sign-in&next=${encodeURIComponent(contactPath)}`}>Sign in</a> to find the
              answer there, too. Our address is {supportEmail}.
            </>
          )}
        </p>
      </header>
      <QuestionForm member={member} asked={asked} attempt={attempt} />
    </div>
  );
}
