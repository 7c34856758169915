import pLimit from 'p-limit';
import type { OpenApi } from '../../../app/http/api/openapi.server.ts';
import type { Case } from './case.ts';
import type { Faults } from './faults.ts';
import { brokenBy } from './oracles.ts';
import { shorterThan } from './shorten.ts';
import type { SiteProcess } from './site-process.ts';
import type { Tally } from './tally.ts';
import type { Answer, Silence } from './wire.ts';

/** What a run of the fuzzer attacks, and where it records what it finds. */
export interface Run {
  site: SiteProcess;
  faults: Faults;
  document: OpenApi;
  tally: Tally;
  /** The name of what runs now, for the tally. */
  phase: string;
  /** The database refuses on purpose, so answers of 503 are right. */
  mayRefuse: boolean;
}

/** After so many restarts enough is known. */
const mostRestarts = 6;
export const isEnough = ({ site }: Run) => site.restarts >= mostRestarts;

/** Targets that ended the process. More tries would only repeat that. */
const deadly = new Set<string>();
export const isDeadly = ({ target }: Case) => deadly.has(target);

/** Sends cases in parallel and judges each answer. If the process ends, it is started again, and the case that ended
 *  it is searched for.
 *  @param most the number of cases at the same time */
export async function sendAll(run: Run, cases: readonly Case[], most: number) {
  const { site, faults, tally, phase } = run;
  const answers = new Map<Case, Answer | Silence>();
  await pLimit(most).map(cases, async (each) => {
    if (site.trouble) return;
    const answer = await site.send(each);
    answers.set(each, answer);
    tally.add(phase, each.target, answer.status);
    // The end of a process is noticed a moment later.
    if (answer.status === 0) await site.isWell();
  });
  if (site.trouble) return findDeadly(run);
  for (const [each, answer] of answers)
    for (const rule of brokenBy(each, answer, run)) {
      const note = 'headers' in answer && answer.status >= 500 ? site.errorOf(answer) : '';
      const isNew = faults.add(rule, [each], note);
      if (isNew && each.changes.length > 0) faults.shorten(rule, each, await shortest(run, each, rule));
    }
}

/** Sends the suspects one by one to a new process until it ends again. */
async function findDeadly({ site, faults }: Run) {
  const trouble = site.trouble ?? '';
  const suspects = [...site.unanswered];
  const words = site.lastWords();
  await site.restart();
  for (const each of suspects) {
    // Its effect comes at once or not at all.
    await Promise.race([site.send(each), new Promise((done) => setTimeout(done, 6_000))]);
    if (await site.isWell(4_000)) continue;
    deadly.add(each.target);
    faults.add(trouble, [each], words);
    return site.restart();
  }
  faults.add(trouble, suspects, `${words}\n  One of these, or all of them together:`);
}

const mostTries = 40;

/** Removes from a case, piece by piece, what the fault does not need. */
async function shortest(run: Run, first: Case, rule: string): Promise<Case> {
  const { site } = run;
  let best = first;
  let tries = 0;
  for (let again = true; again && tries < mostTries; ) {
    again = false;
    for (const shorter of shorterThan(best)) {
      tries += 1;
      if (tries >= mostTries || site.trouble) return best;
      const answer = await site.send(shorter);
      // A case without an answer takes too long to be tried again and again.
      if (answer.status === 0) return best;
      if (!brokenBy(shorter, answer, run).includes(rule)) continue;
      best = shorter;
      again = true;
      break;
    }
  }
  return best;
}
