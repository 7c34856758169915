import type { CronItem, TaskList } from 'graphile-worker';
import type { Work } from '../db/queue.server.ts';
import { sweepAccounts } from '../features/accounts/links.server.ts';
import { sendLink } from '../features/accounts/send-link.server.ts';
import { publishDue } from '../features/content/release.server.ts';
import { sweepViews } from '../features/content/sweep-views.server.ts';
import { countPlatform } from '../features/creators/platform.server.ts';
import { sweepLimits } from '../features/limits/spend.server.ts';
import { windUp } from '../features/members/wind-up.server.ts';
import { sendDueNotices } from '../features/messages/notice.server.ts';
import { sweepNotifications } from '../features/notifications/sweep.server.ts';
import { writeNotifications } from '../features/notifications/write.server.ts';
import { dropSurplusSales } from '../features/plans/sale-rights.server.ts';
import { catchUpEvents, processEvent } from '../features/purchases/events.server.ts';
import { reconcile } from '../features/purchases/reconcile.server.ts';
import { sweepEvents } from '../features/purchases/sweep-events.server.ts';
import { turnRequests } from '../features/requests/clock.server.ts';
import { sendRequestLetters } from '../features/requests/send-letters.server.ts';
import { watchQuestions } from '../features/support/watch.server.ts';
import type { Carrying } from '../features/uploads/carry.server.ts';
import { type Converting, convertFilms } from '../features/uploads/convert-films.server.ts';
import { sweepStores, sweepUploads } from '../features/uploads/sweep.server.ts';
import { takeBack } from '../features/uploads/take-back.server.ts';
import { log } from '../http/log.server.ts';
import { sweepTemp } from '../http/multipart.server.ts';
import { MailRefused } from '../mail/mail.ts';
import type { Sandbox } from '../payments/sandbox.server.ts';
import type { HouseScope } from '../scope.ts';

export interface JobScope {
  /** A fresh one for every piece of work. */
  house: () => HouseScope;
  sandbox: Sandbox | null;
  /** Present where media live at a service. */
  carrying?: Carrying | null;
  /** Present in processes that make films ready; its signal is told when the process shall stop. */
  converting?: Converting | null;
}

type Tasks = { [Name in keyof Work]: (payload: Work[Name]) => Promise<unknown> };

/** The list of everything that is done without anybody waiting; the work itself lives in its feature. */
export function tasks({ house, sandbox, carrying, converting }: JobScope): TaskList {
  const list: Tasks = {
    'provider-event': ({ id }) => processEvent(house(), id),
    reconcile: () => reconcile(house()),
    'catch-up': () => catchUpEvents(house()),
    'drop-surplus-sales': () => dropSurplusSales(house().em, house().now()),
    'sweep-views': () => sweepViews(house().em, house().now()),
    'sweep-uploads': async () => {
      if (!converting) return;
      await sweepTemp(converting.tempDir, 'dead');
      const swept = await sweepUploads(house(), converting);
      if (Object.values(swept).some(Boolean)) log.info({ source: 'media', ...swept }, 'swept');
    },
    'sweep-stores': async () => {
      if (!converting) return;
      const stores = carrying ? [carrying.near, carrying.far] : [converting.media];
      const { lost, ...seen } = await sweepStores(house(), { ...converting, stores });
      log.info({ source: 'media', ...seen, lost: lost.length }, 'compared with its store');
      if (lost.length > 0) log.error({ source: 'media', keys: lost.slice(0, 20) }, 'files are lost');
    },
    'sweep-events': () => sweepEvents(house().em, house().now()),
    'sweep-limits': () => sweepLimits(house().em, house().now()),
    'sweep-accounts': () => sweepAccounts(house().em, house().now()),
    'send-mail': (mail) => posted(house().mail.send(mail)),
    'send-link': (order) => posted(sendLink(house(), order)),
    'publish-due': () => publishDue(house().em, house().now()),
    'count-platform': () => countPlatform(house()),
    'wind-up': () => windUp(house()),
    'message-notices': () => sendDueNotices(house()),
    'watch-questions': () => watchQuestions(house()),
    'write-notifications': (told) => writeNotifications(house(), told),
    'sweep-notifications': () => sweepNotifications(house().em, house().now()),
    requests: () => turnRequests(house()),
    'request-letters': (order) => sendRequestLetters(house(), order),
    'take-back': async ({ contentId }) => {
      if (carrying) await takeBack(house().em, carrying, contentId);
    },
    'remove-media': ({ key }) => Promise.resolve(carrying?.far.remove(key)),
    'convert-films': async () => {
      if (converting) await convertFilms(house(), converting);
    },
    // The pretended bank has no clock of its own: renewals and retries happen when somebody looks.
    'sandbox-clock': async () => {
      await sandbox?.advance();
      await sandbox?.deliverEvents();
    },
  };
  const done = Object.entries(list).map(([name, work]) => [
    name,
    async (payload: never) => {
      await work(payload);
    },
  ]);
  return Object.fromEntries(done);
}

/** A mail that can never arrive is not tried for three days, only written down. */
async function posted(sending: Promise<void>) {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ source: 'mail', error }, 'refused for good');
  }
}

const dayMs = 24 * 3_600_000;

/** When what is done by itself (UTC). A key keeps a slow one from piling up. */
export const timetable: CronItem[] = [
  { task: 'reconcile', match: '*/5 * * * *', options: { jobKey: 'reconcile', maxAttempts: 1 } },
  { task: 'drop-surplus-sales', match: '*/5 * * * *', options: { jobKey: 'drop-surplus-sales' } },
  { task: 'publish-due', match: '* * * * *', options: { jobKey: 'publish-due', maxAttempts: 1 } },
  { task: 'count-platform', match: '* * * * *', options: { jobKey: 'count-platform', maxAttempts: 1 } },
  { task: 'message-notices', match: '* * * * *', options: { jobKey: 'message-notices', maxAttempts: 1 } },
  { task: 'watch-questions', match: '7 * * * *', options: { jobKey: 'watch-questions' } },
  { task: 'convert-films', match: '* * * * *', options: { jobKey: 'convert-films', maxAttempts: 1 } },
  { task: 'wind-up', match: '*/15 * * * *', options: { jobKey: 'wind-up', maxAttempts: 1 } },
  { task: 'requests', match: '* * * * *', options: { jobKey: 'requests', maxAttempts: 1 } },
  { task: 'sandbox-clock', match: '* * * * *', options: { jobKey: 'sandbox-clock', maxAttempts: 1 } },
  { task: 'catch-up', match: '17 4 * * *', options: { jobKey: 'catch-up', backfillPeriod: dayMs } },
  { task: 'sweep-uploads', match: '11 * * * *', options: { jobKey: 'sweep-uploads', maxAttempts: 1 } },
  { task: 'sweep-stores', match: '37 4 * * *', options: { jobKey: 'sweep-stores', backfillPeriod: dayMs } },
  { task: 'sweep-limits', match: '41 * * * *', options: { jobKey: 'sweep-limits', maxAttempts: 1 } },
  {
    task: 'sweep-accounts',
    match: '29 3 * * *',
    options: { jobKey: 'sweep-accounts', backfillPeriod: dayMs },
  },
  {
    task: 'sweep-notifications',
    match: '5 4 * * *',
    options: { jobKey: 'sweep-notifications', backfillPeriod: dayMs },
  },
  { task: 'sweep-events', match: '53 3 * * *', options: { jobKey: 'sweep-events', backfillPeriod: dayMs } },
  { task: 'sweep-views', match: '23 3 * * *', options: { jobKey: 'sweep-views', backfillPeriod: dayMs } },
];
