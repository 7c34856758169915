import { money } from '../../../ui/money.ts';
import { count, fileSize } from '../../../ui/number.ts';
import type { FailingJob } from './failing-jobs.sql.server.ts';
import type { activePlans, Development, diskSpace, storedBytes } from './overview.server.ts';

type Read<Rule extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Rule>> | null;

export interface Figures {
  signUps: Development | null;
  uploads: Development | null;
  newPlans: Development | null;
  gross: Development | null;
  platformShare: Development | null;
  plans: Read<typeof activePlans>;
  reports: { open: number; overdue: number } | null;
  questions: { open: number; overdue: number } | null;
  disputes: number | null;
  jobs: { failing: number; givenUp: number; latest: FailingJob[] } | null;
  stored: Read<typeof storedBytes>;
  disk: Read<typeof diskSpace>;
}

export const notAvailable = 'not available';

export function statsOf(figures: Figures): (readonly [name: string, figure: string])[] {
  const { plans, reports, questions, disputes, jobs, stored, disk } = figures;
  const total = (found: Development | null, write = count) => (found ? write(found.total) : notAvailable);
  const more = (text: string | null) => (text ? ` (${text})` : '');
  return [
    ['Sign-ups', total(figures.signUps)],
    ['Uploads', total(figures.uploads)],
    [
      `Active plans${more(plans && `${count(plans.premium)} Premium, ${count(plans.vip)} VIP`)}`,
      plans ? count(plans.premium + plans.vip) : notAvailable,
    ],
    ['Revenue', total(figures.gross, money)],
    ['Revenue, Summa’s share', total(figures.platformShare, money)],
    [
      `Open reports${more(reports?.overdue ? `${count(reports.overdue)} overdue` : null)}`,
      reports ? count(reports.open) : notAvailable,
    ],
    [
      `Questions waiting${more(questions?.overdue ? `${count(questions.overdue)} overdue` : null)}`,
      questions ? count(questions.open) : notAvailable,
    ],
    ['Requests in dispute', disputes === null ? notAvailable : count(disputes)],
    [
      `Jobs failing${more(jobs?.givenUp ? `${count(jobs.givenUp)} given up` : null)}`,
      jobs ? count(jobs.failing) : notAvailable,
    ],
    ['Pictures and videos, as uploaded', stored ? fileSize(stored.media) : notAvailable],
    ['Database', stored ? fileSize(stored.database) : notAvailable],
    [
      `Free disk space${more(disk && `of ${fileSize(disk.whole)}`)}`,
      disk ? fileSize(disk.free) : notAvailable,
    ],
  ];
}
