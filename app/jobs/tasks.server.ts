import type { CronItem, TaskList } from 'graphile-worker';
import type { Work } from '../db/queue.server.ts';
import { sendRequestEmails } from '../features/commerce/custom-requests/send-emails.server.ts';
import { expireOverdueRequests } from '../features/commerce/custom-requests/steps/expire-overdue.server.ts';
import { checkCheckpoints, takeCheckpoint } from '../features/commerce/earnings/checkpoints.server.ts';
import { catchUpEvents, processEvent } from '../features/commerce/provider-events/events.server.ts';
import { reconcile } from '../features/commerce/provider-events/reconcile.server.ts';
import { sweepEvents } from '../features/commerce/provider-events/sweep-events.server.ts';
import { writeNotifications } from '../features/community/follows/new-item.server.ts';
import { sendDueNotices } from '../features/community/messages/notice.server.ts';
import { type Converting, convertVideos } from '../features/core/media/convert-videos.server.ts';
import { cutClips } from '../features/core/media/cut-clips.server.ts';
import type { MediaStores } from '../features/core/media/move-media.server.ts';
import { sweepNotifications } from '../features/core/notifications/sweep.server.ts';
import { sweepLimits } from '../features/core/rate-limits/rate-limit.server.ts';
import { sweepStores, sweepUploads } from '../features/core/uploads/sweep.server.ts';
import { sweepAccounts } from '../features/identity/email-links/links.server.ts';
import { sendLink } from '../features/identity/email-links/send-link.server.ts';
import { makeMissingAvatars } from '../features/identity/profile/make-avatars.server.ts';
import { publishDue } from '../features/library/authoring/release.server.ts';
import { dropAllSurplusSales } from '../features/library/authoring/sale-rights.server.ts';
import { countPlatform } from '../features/library/creators/platform.server.ts';
import { revokeRemote } from '../features/library/items/revoke-remote.server.ts';
import { sweepViews } from '../features/library/items/sweep-views.server.ts';
import { cancelBillingOfInactiveMembers } from '../features/operations/members/cancel-billing.server.ts';
import { watchQuestions } from '../features/operations/support/watch.server.ts';
import { sweepClips } from '../features/study/clips/sweep.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { sweepTemp } from '../http/uploads/multipart.server.ts';
import { MailRefused } from '../mail/mail.ts';
import type { Sandbox } from '../payments/sandbox.server.ts';
import type { SystemContext } from '../scope.ts';

export interface JobScope {
  systemContext: () => SystemContext;
  sandbox: Sandbox | null;
  /** Present where media are stored at a service. */
  mediaStores?: MediaStores | null;
  /** Present in processes that convert videos; its signal stops the work. */
  converting?: Converting | null;
}

type Tasks = { [Name in keyof Work]: (payload: Work[Name]) => Promise<unknown> };

export function tasks({ systemContext, sandbox, mediaStores, converting }: JobScope): TaskList {
  const list: Tasks = {
    'provider-event': ({ id }) => processEvent(systemContext(), id),
    reconcile: () => reconcile(systemContext()),
    'catch-up': () => catchUpEvents(systemContext()),
    'drop-surplus-sales': () => dropAllSurplusSales(systemContext().em, systemContext().now()),
    'sweep-views': () => sweepViews(systemContext().em, systemContext().now()),
    'sweep-uploads': async () => {
      if (!converting) return;
      await sweepTemp(converting.tempDir, 'dead');
      const onFailure = (key: string, error: unknown) =>
        log.warn({ source: 'media', key, error }, 'not removed yet');
      const swept = await sweepUploads(systemContext(), { ...converting, onFailure });
      if (Object.values(swept).some(Boolean)) log.info({ source: 'media', ...swept }, 'swept');
    },
    'sweep-stores': async () => {
      if (!converting) return;
      const stores = mediaStores ? [mediaStores.localStore, mediaStores.remoteStore] : [converting.media];
      const { lost, ...seen } = await sweepStores(systemContext(), { ...converting, stores });
      log.info({ source: 'media', ...seen, lost: lost.length }, 'compared with its store');
      if (lost.length > 0) log.error({ source: 'media', keys: lost.slice(0, 20) }, 'files are lost');
    },
    'sweep-events': () => sweepEvents(systemContext().em, systemContext().now()),
    'sweep-limits': () => sweepLimits(systemContext().em, systemContext().now()),
    'sweep-accounts': () => sweepAccounts(systemContext().em, systemContext().now()),
    'send-mail': (mail) => posted(systemContext().mail.send(mail)),
    'send-link': (order) => posted(sendLink(systemContext(), order)),
    'publish-due': () => publishDue(systemContext().em, systemContext().now()),
    'count-platform': () => countPlatform(systemContext()),
    'take-checkpoint': () => takeCheckpoint(systemContext()),
    'check-ledger': async () => {
      const drift = await checkCheckpoints(systemContext());
      if (drift.length > 0) log.error({ source: 'ledger', drift }, 'checkpoints differed from the ledger');
    },
    'cancel-billing': () => cancelBillingOfInactiveMembers(systemContext()),
    'message-notices': () => sendDueNotices(systemContext()),
    'watch-questions': () => watchQuestions(systemContext()),
    'write-notifications': (queued) => writeNotifications(systemContext(), queued),
    'sweep-notifications': () => sweepNotifications(systemContext().em, systemContext().now()),
    requests: () => expireOverdueRequests(systemContext()),
    'request-emails': (order) => sendRequestEmails(systemContext(), order),
    'revoke-addresses': async (withdrawn) => {
      if (mediaStores) await revokeRemote(systemContext().em, mediaStores, withdrawn);
    },
    'remove-media': ({ key }) => Promise.resolve(mediaStores?.remoteStore.remove(key)),
    'convert-videos': async () => {
      if (converting) await convertVideos(systemContext(), converting);
    },
    'cut-clips': async () => {
      if (converting) await cutClips(systemContext(), converting);
    },
    'sweep-clips': async () => {
      if (!converting) return;
      const swept = await sweepClips(systemContext(), converting.media);
      if (swept.removed + swept.failed > 0) log.info({ source: 'media', ...swept }, 'swept clips');
    },
    'make-avatars': async () => {
      if (!converting) return;
      const onFailure = (key: string, error: unknown) =>
        log.warn({ source: 'media', key, error }, 'avatars not made yet');
      const made = await makeMissingAvatars(systemContext(), { ...converting, onFailure });
      if (made > 0) log.info({ source: 'media', made }, 'made avatars');
    },
    // The sandbox has no clock of its own: this job runs its renewals and retries.
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

/** An email that can never arrive is logged at once instead of being retried for three days. */
async function posted(sending: Promise<void>) {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ source: 'mail', error }, 'refused for good');
  }
}

const dayMs = 24 * 3_600_000;

/** Scheduled jobs (UTC). A key keeps a slow one from piling up. */
export const timetable: CronItem[] = [
  { task: 'reconcile', match: '*/5 * * * *', options: { jobKey: 'reconcile', maxAttempts: 1 } },
  { task: 'drop-surplus-sales', match: '*/5 * * * *', options: { jobKey: 'drop-surplus-sales' } },
  { task: 'publish-due', match: '* * * * *', options: { jobKey: 'publish-due', maxAttempts: 1 } },
  { task: 'count-platform', match: '* * * * *', options: { jobKey: 'count-platform', maxAttempts: 1 } },
  { task: 'take-checkpoint', match: '* * * * *', options: { jobKey: 'take-checkpoint', maxAttempts: 1 } },
  { task: 'check-ledger', match: '47 3 * * *', options: { jobKey: 'check-ledger', backfillPeriod: dayMs } },
  { task: 'message-notices', match: '* * * * *', options: { jobKey: 'message-notices', maxAttempts: 1 } },
  { task: 'watch-questions', match: '7 * * * *', options: { jobKey: 'watch-questions' } },
  { task: 'convert-videos', match: '* * * * *', options: { jobKey: 'convert-videos', maxAttempts: 1 } },
  { task: 'cut-clips', match: '* * * * *', options: { jobKey: 'cut-clips', maxAttempts: 1 } },
  { task: 'sweep-clips', match: '*/10 * * * *', options: { jobKey: 'sweep-clips', maxAttempts: 1 } },
  { task: 'cancel-billing', match: '*/15 * * * *', options: { jobKey: 'cancel-billing', maxAttempts: 1 } },
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
  { task: 'make-avatars', match: '19 3 * * *', options: { jobKey: 'make-avatars', backfillPeriod: dayMs } },
  { task: 'sweep-events', match: '53 3 * * *', options: { jobKey: 'sweep-events', backfillPeriod: dayMs } },
  { task: 'sweep-views', match: '23 3 * * *', options: { jobKey: 'sweep-views', backfillPeriod: dayMs } },
];
