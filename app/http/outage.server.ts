const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '08006',
  '08001',
]);

/** Whether an error says that the database cannot be reached just now, rather than that we are wrong. */
export function databaseIsAway(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (awayCodes.has((cause as NodeJS.ErrnoException).code ?? '')) return true;
    if (/timeout exceeded when trying to connect|Connection terminated/i.test(cause.message)) return true;
  }
  return false;
}

export const diskFullMessage =
  'Our disk is full at the moment, so we cannot take your files. Nothing of yours was lost. Please try again later.';

/** Whether an error says that the disk takes no more; libraries that write by themselves only say it in words. */
export function diskIsFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '') ||
    /no space left/i.test(error.message)
  );
}
