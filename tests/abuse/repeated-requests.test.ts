import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verbsOf } from '../../app/http/api/api.server.ts';
import routes from '../../app/routes.ts';
import { brokenRules } from '../support/money/invariants.ts';
import { exceptions, sampleRequests } from '../support/sample-requests/all.ts';
import { delivery } from '../support/sample-requests/money.ts';
import { askedBy, rowOf } from '../support/sample-requests/sample-request.ts';
import { type Answer, liveWorld } from '../support/site/live.ts';

interface Row {
  path?: string;
  file: string;
  children?: Row[];
}

const world = liveWorld();
const times = 8;

type Module = Partial<Record<'loader' | 'action', object>>;
const modules = import.meta.glob<Module>('../../app/features/**/*.{page.tsx,action.ts,api.ts}');

/** Every row that takes a change, such as `POST /content/:id/like`. */
async function changing(rows: Row[], parent = ''): Promise<string[]> {
  const found = rows.map(async ({ path = '', file, children = [] }) => {
    const whole = [parent, path].filter(Boolean).join('/');
    const { action } = (await modules[`../../app/${file}`]?.()) ?? {};
    const verbs = file.endsWith('.api.ts')
      ? Object.keys(action ? verbsOf(action) : {}).filter((verb) => verb !== 'GET')
      : action
        ? ['POST']
        : [];
    return [...verbs.map((verb) => `${verb} /${whole}`), ...(await changing(children, whole))];
  });
  return (await Promise.all(found)).flat();
}

test('every row of the route table that takes a change has a press here, or an exception with its reason', async () => {
  const all = [...new Set(await changing(routes as Row[]))];
  expect(all.length).toBeGreaterThan(100);
  const pressed = new Set(Object.keys(sampleRequests).map(rowOf));
  expect(all.filter((row) => !pressed.has(row) && !(row in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((row) => !all.includes(row) || pressed.has(row))).toEqual([]);
  const known = (row: string) => all.includes(row) || row.startsWith('GET ');
  expect([...pressed].filter((row) => !known(row))).toEqual([]);
});

async function numberIn(sql: string): Promise<number> {
  const [found] = await world.em().getConnection().execute<Record<string, string>[]>(sql);
  return Number(Object.values(found ?? {})[0] ?? 0);
}

/** The webhook gets an event about the payment. */
const tell = (paymentId: string) =>
  world.ask('/api/stripe/webhook', {
    method: 'POST',
    ...delivery({ id: paymentId, status: 'succeeded', amount: 499 }),
  });

let webhooks: Promise<unknown> = Promise.resolve();
let isOver = false;
beforeAll(() => {
  // Events of the provider are delivered all the time.
  webhooks = (async () => {
    while (!isOver) {
      await world.payments.arrive();
      await new Promise((done) => setTimeout(done, 200));
    }
  })().catch(() => {});
});
afterAll(async () => {
  isOver = true;
  await webhooks;
});

describe.each(Object.entries(sampleRequests))('%s', (name, make) => {
  test('eight times at once: no answer of 500 or more, and the right number of effects', async () => {
    const press = await make(world);
    const method = name.split(' ', 1)[0] ?? '';
    const cookie = press.as ? await world.signIn(press.as) : (press.cookie ?? null);
    const before = press.effect && (await numberIn(press.effect[0]));
    const answers: Answer[] = await Promise.all([
      ...Array.from({ length: times }, () =>
        world.ask(press.path, askedBy(press, method, cookie, world.site.address)),
      ),
      ...(press.paymentId ? [tell(press.paymentId), tell(press.paymentId)] : []),
    ]);
    const received = answers.map(
      ({ status, text }) => `${status} ${status >= 400 ? text.slice(0, 300) : ''}`,
    );
    expect(received.filter((each) => Number(each.slice(0, 3)) >= 500)).toEqual([]);
    // At least one of them succeeded.
    expect(
      answers.some(({ status }) => status < 400),
      received.join('\n'),
    ).toBe(true);
    if (!press.effect || before === null) return;
    const done = (await numberIn(press.effect[0])) - before;
    const by = press.effect[1];
    const [least, most] = typeof by === 'number' ? [by, by] : by;
    expect([done, done >= least && done <= most], received.join('\n')).toEqual([done, true]);
  }, 30_000);
});

test('the books balance after all of it', async () => {
  await world.payments.deliver();
  expect(await brokenRules(world.em(), new Date())).toEqual([]);
});
