import { expect, test } from 'vitest';
import { untilLocked } from '../../../../tests/support/database/waiting.ts';
import { form, picture } from '../../../../tests/support/media/upload-form.ts';
import { row, rows } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import * as upload from '../../library/authoring/upload.page.tsx';
import * as contentCall from '../../library/catalog/content.api.ts';
import * as discover from '../../library/catalog/discover.page.tsx';
import * as creatorsCall from '../../library/creators/creators.api.ts';
import * as creators from '../../library/creators/creators.page.tsx';
import { limits, uploadsAtOnce } from './limits.ts';
import { sweepLimits } from './rate-limit.server.ts';
import { RequestLimiter } from './request-limiter.server.ts';
import { takeUploadSlot } from './upload-slot.server.ts';

const world = testWorld();
const later = (seconds: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + seconds * 1_000);
};

test.each([
  ['/discover', discover],
  ['/api/content', contentCall],
  ['/creators', creators],
  ['/api/creators', creatorsCall],
])(
  '%s: ten searches at once from one address, then 429; lists without a search go on',
  async (path, edge) => {
    world.rates.scale = 1;
    later(60);
    const ask = (query: string) => world.send(edge.loader, null, `${path}${query}`);
    for (let n = 0; n < limits.search.most; n += 1) expect((await ask(`?search=guard${n}`)).status).toBe(200);
    const refused = await ask('?search=one+more');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await refused.json()).message).toContain('Please wait 1 second');
    expect((await ask('?search=')).status).toBe(200);
    later(2);
    expect((await ask('?search=again')).status).toBe(200);
  },
);

test('of many uploads at once two get a slot, in any process; a returned slot is free', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const asked = await Promise.allSettled(
    Array.from({ length: 12 }, () => takeUploadSlot(world.scope(viewer))),
  );
  const held = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(held).toHaveLength(2);
  await expect(takeUploadSlot(world.scope(viewer))).rejects.toMatchObject({ status: 429, retryAfter: 10 });
  await takeUploadSlot(world.scope(await world.person()));
  await held[0]?.();
  const third = await takeUploadSlot(world.scope(viewer));
  await expect(takeUploadSlot(world.scope(viewer))).rejects.toMatchObject({ status: 429 });
  await Promise.all([held[1]?.(), third()]);
});

test('every caller gets a slot while slots are left, however many ask at the same moment', async () => {
  world.rates.scale = 50;
  const viewer = await world.person();
  const most = uploadsAtOnce * world.rates.scale;
  const all = await Promise.all(Array.from({ length: most }, () => takeUploadSlot(world.scope(viewer))));
  await expect(takeUploadSlot(world.scope(viewer))).rejects.toMatchObject({ status: 429 });
  for (const giveBack of all) await giveBack();
});

test('a caller who loses a slot to a faster one gets the slot that is left', async () => {
  world.rates.scale = 50;
  const viewer = await world.person();
  const most = uploadsAtOnce * world.rates.scale;
  const em = world.em();
  // Not `transactional`: MikroORM would draw the taking into the same transaction.
  await em.begin();
  // Until this is committed, every slot looks free; then all are taken but one.
  await row(em)`
    insert into rate_limits (key, until)
    select ${`upload under way member:${viewer.id} `}::text || n,
      ${world.clock.at}::timestamptz + make_interval(secs => case n when 57 then -1 else 60 end)
    from generate_series(1, ${most}::int) n`;
  const taking = takeUploadSlot(world.scope(viewer));
  await untilLocked(em);
  await em.commit();
  const giveBack = await taking;
  await expect(takeUploadSlot(world.scope(viewer))).rejects.toMatchObject({ status: 429 });
  await giveBack();
});

test('the slot of a killed process is free after a minute, and a late return frees no other one’s slot', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const dead = [await takeUploadSlot(world.scope(viewer)), await takeUploadSlot(world.scope(viewer))];
  later(61);
  await takeUploadSlot(world.scope(viewer));
  await takeUploadSlot(world.scope(viewer));
  for (const late of dead) await late();
  await expect(takeUploadSlot(world.scope(viewer))).rejects.toMatchObject({ status: 429 });
});

test('a third upload is refused with a reason; a refused or finished one returns its slot', async () => {
  world.rates.scale = 1;
  const viewer = await world.person();
  const held = [await takeUploadSlot(world.scope(viewer)), await takeUploadSlot(world.scope(viewer))];
  const sent = form([
    ['title', 'Knee cut'],
    ['files', new Blob([new Uint8Array(400_000)]), 'much.png'],
  ]);
  const send = () => world.send(upload.action, viewer, '/upload', {}, sent);
  const refused = await send();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await refused.json()).message).toContain('Two of your uploads are under way');
  for (const giveBack of held) await giveBack();
  expect((await send()).status).toBe(422);
  const good = form([
    ['title', 'Knee cut'],
    ['category', 'training'],
    ['tier', 'free'],
    ['files', await picture(), 'one.png'],
  ]);
  expect((await world.send(upload.action, viewer, '/upload', {}, good)).status).toBe(303);
  const left = await rows(world.em())`select key from rate_limits
    where key like ${`upload under way member:${viewer.id} %`}`;
  expect(left).toEqual([]);
});

test('two processes share one limit; a network counts once; most visitors cause no statement', async () => {
  world.rates.scale = 1;
  const processes = [new RequestLimiter(), new RequestLimiter()];
  let passed = 0;
  for (let n = 0; n < limits.everything.most + 200; n += 1) {
    const wait = await processes[n % 2]?.pass(world.scope(), `2001:db8:1:2::${(n % 500).toString(16)}`);
    if (wait === null) passed += 1;
  }
  // Each may have counted a few that the other did not know yet.
  expect(passed).toBeGreaterThanOrEqual(limits.everything.most);
  expect(passed).toBeLessThanOrEqual(limits.everything.most + 50);
  expect(await processes[0]?.pass(world.scope(), '2001:db8:1:2::9')).toBeGreaterThan(0);
  expect(await processes[0]?.pass(world.scope(), '2001:db8:1:3::9')).toBe(null);
  later(60);
  expect(await processes[0]?.pass(world.scope(), '2001:db8:1:2::9')).toBe(null);

  await sweepLimits(world.em(), new Date(world.clock.at.getTime() + 3_600_000));
  const quiet = new RequestLimiter();
  for (let n = 0; n < 20; n += 1) await quiet.pass(world.scope(), '198.51.100.7');
  expect(await row(world.em())`select 1 from rate_limits where key like 'everything%'`).toBe(null);
});
