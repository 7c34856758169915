/** Runs work in the order of arrival, at most `places` at once; work may need several places. */
export function takeTurns(places: number) {
  let free = places;
  const waiting: { takes: number; start: () => void }[] = [];

  function startNext() {
    while (waiting[0] && waiting[0].takes <= free) {
      const next = waiting.shift()!;
      free -= next.takes;
      next.start();
    }
  }

  return async function inTurn<T>(work: () => Promise<T>, takes = 1): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ takes: Math.min(takes, places), start });
      startNext();
    });
    try {
      return await work();
    } finally {
      free += Math.min(takes, places);
      startNext();
    }
  };
}

/** Stops waiting after `ms` with the error of `late`. The work itself sees its signal. */
export async function withDeadline<T>(
  ms: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = late();
      stop.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([work(stop.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
