import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { counted } from '../../../ui/number.ts';
import { findCase, historyOf, listReportedTexts } from './case.server.ts';
import { CaseHistory } from './case-history.tsx';
import { isOverdue, timeLeft } from './deadline.ts';
import { decideCase } from './decide.server.ts';
import { Decided } from './decided.tsx';
import { decisionSchema } from './decision.schema.ts';
import { DecisionForm } from './decision-form.tsx';
import { kindNames, outcomeNames } from './outcomes.ts';
import { ReportedTexts } from './reported-texts.tsx';
import { subjectNow } from './subject-now.server.ts';
import { SubjectView } from './subject-view.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Report: ${data?.facts.name ?? ''} | Summa` },
  { name: 'robots', content: 'noindex' },
];

const mostSaid = 50;
const mostHistory = 10;

export const loader = adminPage(async (scope, { id }) => {
  const facts = await findCase(scope, id());
  const now = await subjectNow(scope, facts);
  const said = await listReportedTexts(scope, facts.id, mostSaid);
  return {
    facts,
    subject: now,
    // Words at the time of the report are shown only where they differ from the page's.
    said: said.map(({ seen, ...each }) => ({ ...each, seenThen: seen === now?.words ? null : seen })),
    history: await historyOf(scope, facts, mostHistory),
    state: timeLeft(facts.openedAt, scope.now()),
    isLate: isOverdue(facts.openedAt, scope.now()),
  };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  const decision = await form(decisionSchema);
  await decideCase(scope, id(), decision);
  const link = { href: `/admin/reports/${id()}`, label: 'See the case' };
  return seeOther(
    context,
    '/admin/reports',
    toast.success('Decided', `${outcomeNames[decision.outcome]}.`, link),
  );
});

export default function Case() {
  const { facts, subject, said, history, state, isLate } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <header className="stack">
        <p className="row small">
          <a href="/admin/reports">All reports</a> <Badge>{kindNames[facts.kind]}</Badge>
          {!facts.outcome && (
            <span className="case__state" data-late={isLate ? '' : undefined}>
              {state}
            </span>
          )}
        </p>
        <h1>{facts.name}</h1>
        <Person facts={facts} />
      </header>
      {facts.outcome && <Decided facts={facts} outcome={facts.outcome} />}
      <ReportedTexts said={said} total={facts.reports} />
      <section className="stack" aria-labelledby="now">
        <h2 id="now">As it is now</h2>
        <SubjectView subject={subject} />
      </section>
      <CaseHistory {...history} />
      <DecisionForm facts={facts} isGone={subject === null} />
    </div>
  );
}

function Person({
  facts: { ownerId, owner, upheldBefore, decidedBefore },
}: {
  facts: ReturnType<typeof useLoaderData<typeof loader>>['facts'];
}) {
  if (ownerId === null || owner === null) return <p className="soft">Its author has left.</p>;
  return (
    <p>
      By <a href={`/admin/users/${ownerId}`}>@{owner}</a>.{' '}
      <span className="soft">
        {decidedBefore === 0
          ? 'No earlier decisions about this person.'
          : `Before this: ${counted(upheldBefore, 'case')} upheld of ${decidedBefore}.`}
      </span>
    </p>
  );
}
