import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { log } from '../../../http/telemetry/log.server.ts';
import { databaseIsAway } from '../../../http/telemetry/outage.server.ts';
import { StatList } from '../../../ui/figures/stat-list.tsx';
import { countDisputed } from '../../commerce/custom-requests/view.server.ts';
import { countOpenCases } from '../reports/queue.server.ts';
import { countOpenQuestions } from '../support/queue.server.ts';
import {
  activePlans,
  diskSpace,
  failingJobs,
  gross,
  newPlans,
  platformShare,
  signUps,
  storedBytes,
  uploads,
} from './overview.server.ts';
import { Developments, FailingJobs } from './overview-parts.tsx';
import { shownDays } from './shown-days.ts';
import { type Figures, statsOf } from './stats.ts';

export const meta = () => [{ title: 'Overview | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = adminPage(async (scope) => {
  const figures: Figures = {
    signUps: await readable('sign-ups', () => signUps(scope)),
    uploads: await readable('uploads', () => uploads(scope)),
    newPlans: await readable('new plans', () => newPlans(scope)),
    gross: await readable('revenue', () => gross(scope)),
    platformShare: await readable('platform share', () => platformShare(scope)),
    plans: await readable('active plans', () => activePlans(scope)),
    reports: await readable('open reports', () => countOpenCases(scope.em, scope.now())),
    questions: await readable('waiting questions', () => countOpenQuestions(scope.em, scope.now())),
    disputes: await readable('requests in dispute', () => countDisputed(scope.em)),
    jobs: await readable('failing jobs', () => failingJobs(scope)),
    stored: await readable('stored bytes', () => storedBytes(scope)),
    disk: await readable('disk space', () => diskSpace(scope)),
  };
  return figures;
});

/** One figure that cannot be read must not hide the others; without the database all are missing. */
async function readable<Value>(figure: string, read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (databaseIsAway(error)) throw error;
    log.warn({ error, figure }, 'a figure of the overview cannot be read');
    return null;
  }
}

export default function Overview() {
  const figures = useLoaderData<typeof loader>();
  return (
    <div className="overview stack stack--loose">
      <header className="stack">
        <h1>Overview</h1>
        <p className="soft">The last {shownDays} days (UTC) including today, and the current totals.</p>
      </header>
      <StatList stats={statsOf(figures)} />
      <Developments figures={figures} />
      <FailingJobs jobs={figures.jobs} />
    </div>
  );
}
