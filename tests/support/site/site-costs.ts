import { readFileSync } from 'node:fs';
import type { Answer, Asked, liveWorld } from './live.ts';

/** The costs of requests and the size of a test's site. @param mostMs below this a cost is not measured again */
export function siteCosts(world: ReturnType<typeof liveWorld>, mostMs: number) {
  /** Processor time of the site so far, in ms. Other work on the machine does not add to it. */
  function spentMs(): number {
    const [, fields = ''] = readFileSync(`/proc/${world.site.child.pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) * 10;
  }

  /** A site that does not answer is ended, so that the test ends. */
  async function answerOf(path: string, asked: Asked): Promise<Answer> {
    let late: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, fail) => {
      late = setTimeout(() => {
        world.site.child.kill('SIGKILL');
        fail(new Error('The site was silent for half a minute'));
      }, 30_000);
    });
    return Promise.race([world.ask(path, asked), silence]).finally(() => clearTimeout(late));
  }

  return {
    /** Measures up to three times, because other work of the site, such as garbage collection, does not fall on all. */
    async costOf(path: string, asked: Asked): Promise<{ answer: Answer; ms: number }> {
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; ; tries += 1) {
        const before = spentMs();
        const answer = await answerOf(path, asked);
        least = Math.min(least, spentMs() - before);
        if (least <= mostMs || tries === 2) return { answer, ms: least };
      }
    },

    /** Resident memory of the site. */
    megabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${world.site.child.pid}/status`, 'utf8'))?.[1]) / 1024,
  };
}
