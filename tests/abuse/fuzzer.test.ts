import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenRules } from '../support/money/invariants.ts';
import { liveWorld } from '../support/site/live.ts';
import { isDeadly, isEnough, sendAll } from './fuzzer/attack.ts';
import { atOnce, burstOf } from './fuzzer/bursts.ts';
import { Faults } from './fuzzer/faults.ts';
import { oddCase } from './fuzzer/generate.ts';
import { moneyBurst } from './fuzzer/money.ts';
import { peopleOf } from './fuzzer/people.ts';
import { populate } from './fuzzer/population.ts';
import { missed, type Prepared, prepare, unseen } from './fuzzer/prepare.ts';
import { casesMeanwhile, whileRefusing } from './fuzzer/refusals.ts';
import { SiteProcess } from './fuzzer/site-process.ts';
import { paidIn, Tally } from './fuzzer/tally.ts';

/** For all phases and seeds together. */
const seconds = Number(process.env.FUZZ_SECONDS || 80);
const seeds = process.env.FUZZ_SEED ? [Number(process.env.FUZZ_SEED)] : [18, Date.now() % 1_000_000];
/** Far above the needs of the site (docs/operations.md), and far below the memory of a machine. */
const mostMegabytes = 1_500;

const world = liveWorld({ LOG_LEVEL: 'error' });
const people = peopleOf(world);
const held = {} as { site: SiteProcess; known: Prepared; tally: Tally };
beforeAll(async () => {
  await populate(world, people);
  held.site = new SiteProcess(world, people);
  held.known = await prepare(held.site, people);
  held.tally = new Tally(held.known.targets);
}, 600_000);
afterAll(async () => {
  process.stdout.write(
    `The fuzzer sent ${held.site?.sent} requests, with the seeds ${seeds.join(' and ')}.\n${held.tally}\n`,
  );
  await held.site?.stop();
}, 60_000);

/** Forms that no page of this site shows, and why; they are attacked without their fields. */
const hidden: Record<string, string> = {
  '/admin': 'takes no form: leads to the first tab',
  '/auth/code': 'needs a right password first',
  '/auth/reset/:token': 'its address is in an email that is sent later',
  '/auth/undo/:token': 'its address is in an email that is sent later',
  '/emails/off/:token': 'its address is in an email that is sent later',
  '/content/:id/edit/media/:mediaId/captions': 'belongs to a video',
  '/account/security/second-factor': 'asks for what an authenticator shows',
  '/account/security/second-factor/codes': 'asks for what an authenticator shows',
  '/account/security/second-factor/off': 'asks for what an authenticator shows',
  '/admin/requests/:id': 'decides about a dispute',
};
/** Rows whose action only says that they take nothing. */
const takesNothing: Record<string, string> = { '/api/*': 'answers 404' };

test('every row of the route table that takes a form or a call is attacked', () => {
  expect(missed(held.known)).toEqual(Object.keys(takesNothing));
});

test('every form is attacked with the fields that it has', () => {
  expect(unseen(held.known).filter((pattern) => !(pattern in hidden))).toEqual([]);
});

/** Repeats a phase for its share of the time. @param mayRefuse answers of 503 are allowed */
async function phase(
  seed: number,
  { name, share, mayRefuse = false }: { name: string; share: number; mayRefuse?: boolean },
  turn: (run: Parameters<typeof sendAll>[0], number: number) => Promise<unknown>,
) {
  const faults = new Faults(seed);
  const { site, tally, known } = held;
  const run = { site, faults, tally, document: known.document, phase: name, mayRefuse };
  const end = Date.now() + (seconds * share * 1_000) / seeds.length;
  for (let number = 0; Date.now() < end && !isEnough(run); number += 1) {
    await turn(run, number);
    await people.renew();
  }
  faults.mustBeNone();
}

const batchSize = 24;

describe.each(seeds)('seed %i', { timeout: 600_000, retry: 0 }, (seed) => {
  test('odd names, values, encodings, verbs and headers', async () => {
    await phase(seed, { name: 'odd requests', share: 0.4 }, (run, number) => {
      const batch = Array.from({ length: batchSize }, (_, n) =>
        oddCase(seed, number * batchSize + n, held.known),
      );
      return sendAll(
        run,
        batch.filter((each) => !isDeadly(each)),
        4,
      );
    });
  });

  test('requests that change something, by several members at once or in another order', async () => {
    await phase(seed, { name: 'at once', share: 0.25 }, async (run, number) => {
      const { cases, isAtOnce } = burstOf(seed, number, held.known, people);
      await sendAll(run, cases, isAtOnce ? atOnce : 1);
    });
  });

  test('payments, pressed eight times at once with the webhook running', async () => {
    const before = await paidIn(world);
    await phase(seed, { name: 'money', share: 0.2 }, async (run, number) => {
      const buyer = `buyer_${seed}_${number}`;
      await people.add(buyer);
      await sendAll(run, await moneyBurst({ world, site: held.site, people, buyer }, number), atOnce);
      people.drop(buyer);
    });
    const after = await paidIn(world);
    expect(after.purchases, 'no purchase was paid').toBeGreaterThan(before.purchases);
    expect(after.plans, 'no plan has begun').toBeGreaterThan(before.plans);
  });

  test('a database that refuses writes', async () => {
    await phase(seed, { name: 'a database that refuses', share: 0.15, mayRefuse: true }, (run, number) =>
      whileRefusing(world.database.url, seed, number, () =>
        sendAll(run, casesMeanwhile(seed, number, held.known), 14),
      ),
    );
  });

  test('the memory of the process stays bounded', () => {
    expect(held.site.memoryMb()).toBeLessThan(mostMegabytes);
  });
});

test('at least half of the targets were reached', { retry: 0 }, () => {
  expect(held.tally.share, String(held.tally)).toBeGreaterThanOrEqual(0.5);
});

test('after all of it the books balance', { timeout: 60_000, retry: 0 }, async () => {
  await vi.waitFor(async () => expect(await brokenRules(world.em(), new Date())).toEqual([]), {
    timeout: 45_000,
    interval: 1_000,
  });
});
