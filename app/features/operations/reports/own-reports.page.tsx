import { useLoaderData } from '@remix-run/react';
import { askAbout } from '../../../domain/contact.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { dayOf, deadlineOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { dueAt, promisedHours } from './deadline.ts';
import { answerTo, kindNames, outcomeNames, reasons } from './outcomes.ts';
import {
  listNotifiedDecisions,
  listOwnReports,
  type NotifiedDecision,
  type OwnReport,
} from './own-reports.server.ts';

export const meta = () => [{ title: 'Reports | Summa' }, { name: 'robots', content: 'noindex' }];

const size = 24;
const tabs = [
  { href: '/account/reports', label: 'Sent by you' },
  { href: '/account/reports?show=about-me', label: 'About you' },
];

export const loader = memberPage(async (scope, { url }) => {
  const isAboutMe = url.searchParams.get('show') === 'about-me';
  const asked = { size, after: url.searchParams.get('after') };
  const sent = isAboutMe ? null : await listOwnReports(scope, asked);
  const decisions = isAboutMe ? await listNotifiedDecisions(scope, asked) : null;
  return {
    here: tabs[isAboutMe ? 1 : 0]?.href ?? '',
    sent: sent?.items ?? null,
    decisions: decisions?.items ?? null,
    ...forwardLinks(url, { after: sent?.after ?? decisions?.after ?? null }),
  };
});

export default function OwnReports() {
  const { here, sent, decisions, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Reports</h1>
      <Tabs label="Reports" tabs={tabs} current={here} />
      {sent && <SentReports reports={sent} />}
      {decisions && <NotifiedDecisions decisions={decisions} />}
      <Pager older={further} newer={start} />
    </div>
  );
}

function SentReports({ reports }: { reports: readonly OwnReport[] }) {
  if (reports.length === 0) {
    return (
      <Empty
        icon="flag"
        title="No reports yet"
        text="You’ll find ‘Report’ on every technique, rating and creator."
      />
    );
  }
  return (
    <>
      <p className="soft">
        Every report is reviewed within {promisedHours} hours. We never tell anyone who reported them.
      </p>
      <ul className="stack">
        {reports.map((each) => (
          <li key={each.id} className="panel">
            <p>
              <strong>{each.name}</strong>{' '}
              <span className="soft small">
                {kindNames[each.kind]}, {dayOf(each.createdAt)}
              </span>
            </p>
            <p className="soft small">
              {reasons[each.reason]}
              {each.details && `: ${each.details}`}
            </p>
            <p>
              {answerTo(each.outcome, each.isUndone)}
              {each.outcome === null && `. We will decide by ${deadlineOf(dueAt(each.openedAt))}`}.
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function NotifiedDecisions({ decisions }: { decisions: readonly NotifiedDecision[] }) {
  if (decisions.length === 0) {
    return <Empty icon="check" title="All good" text="There have been no decisions about your content." />;
  }
  return (
    <>
      <ul className="stack">
        {decisions.map((each) => (
          <li key={each.id} className="panel">
            <p>
              <strong>{each.name}</strong>{' '}
              <span className="soft small">
                {kindNames[each.kind]}, {dayOf(each.decidedAt)}
              </span>
            </p>
            <p>
              {each.outcome === 'warned' ? 'Please read this' : outcomeNames[each.outcome]}
              {each.isUndone && ', and put back after a second look'}
              {each.note && `: ${each.note}`}
            </p>
          </li>
        ))}
      </ul>
      <p className="soft small">
        Are we wrong? <a href={askAbout('content')}>Write to support</a> and someone who was not involved will
        look again.
      </p>
    </>
  );
}
