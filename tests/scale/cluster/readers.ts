import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './http.ts';

const pauseMs = 250;

/** A visitor and a member who open pages until `finish`. */
export function startReaders({ site, cookie, item }: { site: string; cookie: string; item: number }) {
  const opened: { at: number; who: 'visitor' | 'member'; status: number; ms: number; text: string }[] = [];
  const wrong: string[] = [];
  let goesOn = true;
  const read = async (who: 'visitor' | 'member', path: string, as = '') => {
    while (goesOn) {
      const at = performance.now();
      const { status, ms, text, retryAfter } = await send(site, path, { cookie: as });
      opened.push({ at, who, status, ms, text: status === 200 ? '' : text.slice(0, 200) });
      if (status !== 200 && !(status === 503 && retryAfter))
        wrong.push(`${who} ${path}: ${status} ${text.slice(0, 200)}`);
      await sleep(pauseMs);
    }
  };
  const reading = Promise.all([read('visitor', '/discover'), read('member', `/content/${item}`, cookie)]);
  return {
    wrong,
    /** The share of pages that came, of those asked for between two moments. */
    share(from: number, to: number, who: 'visitor' | 'member') {
      const asked = opened.filter((each) => each.who === who && each.at >= from && each.at <= to);
      return asked.filter(({ status }) => status === 200).length / Math.max(1, asked.length);
    },
    async finish() {
      goesOn = false;
      await reading;
    },
  };
}
