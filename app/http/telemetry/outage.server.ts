import { databaseRefusal } from '../../db/refusals.server.ts';
import { StoreError } from '../../media/store-error.ts';
import { log } from './log.server.ts';

export const retryAfterSeconds = 5;

const messages = {
  away: 'We are having trouble reaching our database. Please try again in a moment.',
  busy: 'Our database is too busy to do this now. Please try again in a moment.',
  conflict:
    'Others were changing the same thing at the same moment, so this was not saved. Please try again.',
};

export interface Outage {
  status: 503 | 507;
  message: string;
  headers: { 'Retry-After': string; 'Cache-Control': string };
}

export function outageOf(error: unknown): Outage | null {
  const refusal = databaseRefusal(error);
  if (refusal) log.warn({ source: 'database', refusal, error }, 'refused for now');
  if (refusal) return outage(503, messages[refusal], retryAfterSeconds);
  if (diskIsFull(error)) return outage(507, diskFullMessage, 60);
  return storageIsClosed(error) ? outage(503, storageClosedMessage, 30) : null;
}

const outage = (status: Outage['status'], message: string, seconds: number): Outage => ({
  status,
  message,
  headers: { 'Retry-After': String(seconds), 'Cache-Control': 'private, no-store' },
});

export const databaseIsAway = (error: unknown): boolean => databaseRefusal(error) === 'away';

/** Whether the folder of our files is missing or closed at present. It is logged. */
function storageIsClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isClosed = syscall !== undefined && /^(ENOTDIR|EEXIST|EROFS|EIO|EACCES)$/.test(code);
  if (!isClosed && !(error instanceof StoreError)) return false;
  log.error({ source: 'media', error }, 'files cannot be reached');
  return true;
}

const storageClosedMessage =
  'We cannot reach our files at the moment. Nothing was lost. Please try again later.';

const diskFullMessage =
  'Our disk is full at the moment, so we cannot take your files. Nothing was lost. Please try again later.';

/** Whether an error says that the disk is full; some libraries only say so in their message. */
function diskIsFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /no space left/i.test(error.message)
  );
}
