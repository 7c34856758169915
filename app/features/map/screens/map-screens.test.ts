import { beforeAll, describe, expect, test } from 'vitest';
import { linkTo, rendered } from '../../../../tests/support/browser/rendered.tsx';
import { type SmallMap, smallMap } from '../../../../tests/support/map/small-map.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import { importNames } from '../names/import-names.server.ts';
import * as familyPage from './family.page.tsx';
import * as mapPage from './map.page.tsx';
import * as positionPage from './position.page.tsx';
import * as transitionPage from './transition.page.tsx';

const world = testWorld();
let small: SmallMap;
beforeAll(async () => {
  small = await smallMap(world.scope());
  // Terms are linked to what the file has, not to what members propose.
  await row(world.em())`update map_positions set origin_key = 'p' || id, origin_facts = '{}'`;
  await importNames(world.em());
});

const half = () => `/map/p/${small.at('Half guard')}-half-guard`;
const sweep = () => small.leap('Old school sweep', 'Half guard with underhook');
const sweepPath = () => `/map/t/${sweep()}-old-school-sweep`;
const placeOf = (path: string) => ({ params: { place: /\/[pt]\/([^?]*)/.exec(path)?.[1] ?? '' } });
const position = (path: string, viewer: Viewer | null = null) =>
  rendered(world, positionPage, viewer, path, placeOf(path));
const transition = (path: string, viewer: Viewer | null = null) =>
  rendered(world, transitionPage, viewer, path, placeOf(path));
const family = (path: string) =>
  rendered(world, familyPage, null, path, { params: { family: /map\/([\w-]+)/.exec(path)?.[1] ?? '' } });

/** The answer of a page without its markup. */
const answered = (edge: typeof positionPage | typeof transitionPage, path: string) =>
  world.send(edge.loader, null, path, placeOf(path).params);

describe('/map', () => {
  test('asks for a way, and lists each family with what it holds, drawn and in words', async () => {
    const { html, text } = await rendered(world, mapPage, null, '/map');
    expect(text).toContain('13 positions and 19 techniques');
    expect(html).toMatch(/<form action="\/map\/way"/);
    for (const name of ['from', 'to', 'as']) expect(html).toContain(`name="${name}"`);
    expect(linkTo(html, 'Half guard')).toBe('/map/half-guard');
    expect(text).toMatch(/Half guard 3 positions, 5 techniques/);
    // The drawing has the same links; a family without positions is in neither.
    expect(html.match(/href="\/map\/half-guard"/g)).toHaveLength(2);
    expect(html).not.toContain('/map/lockdown');
  });
});

describe('/map/FAMILY', () => {
  test('lists its positions, and the techniques that lead out of it by where they lead', async () => {
    const { html, text } = await family('/map/half-guard');
    expect(linkTo(html, 'Half guard with underhook')).toBe(
      `/map/p/${small.at('Half guard with underhook')}-half-guard-with-underhook`,
    );
    expect(text).toContain('1 way in, 3 ways out');
    expect(text).toMatch(/Back control 1 technique All of Back control Take the back/);
    expect(text).toMatch(/Side control 2 techniques/);
    expect(text).not.toContain('Taught here');
  });

  test('keeps the positions that have a tag, or have it not, and says how many would stay', async () => {
    const all = await family('/map/half-guard');
    expect(all.text).toContain('bottom underhook 1');
    const kept = await family('/map/half-guard?with=bottom_underhook');
    expect(linkTo(kept.html, 'Half guard with underhook')).toBeDefined();
    expect(linkTo(kept.html, 'Half guard')).toBeUndefined();
    expect(linkTo(kept.html, 'Remove: With bottom underhook')).toBe('/map/half-guard');
    const without = await family('/map/half-guard?without=bottom_underhook');
    expect(linkTo(without.html, 'Half guard')).toBeDefined();
    expect(linkTo(without.html, 'Half guard with underhook')).toBeUndefined();
    expect((await family('/map/half-guard?with=bottom_underhook,crossface')).text).toContain(
      'No position has all of these tags',
    );
  });

  test('is not found for a word that is no family, and for one without positions', async () => {
    for (const slug of ['no-such-family', 'lockdown', '__proto__']) {
      const answer = await world.send(familyPage.loader, null, `/map/${slug}`, { family: slug });
      expect(answer.status, slug).toBe(404);
    }
  });
});

describe('a position', () => {
  test('shows what leads out and in, who acts, and its names in three languages', async () => {
    const { html, text } = await position(half());
    expect(text).toContain('Portuguese Meia-guarda');
    expect(html).toContain('<dd lang="ja">ハーフガード');
    expect(linkTo(html, 'Knee cut')).toMatch(/^\/map\/t\/\d+-knee-cut$/);
    expect(text).toMatch(
      /What leads out 2 Underhook The one on the bottom acts\. To Half guard with underhook/,
    );
    expect(text).toMatch(/What leads in 2 .*Open and step over The one on top acts\. From Closed guard/);
    // A technique that leads both ways leads in as well, by its other direction.
    expect(html).toMatch(/href="\/map\/t\/\d+-underhook\?back"/);
    expect(text).toContain('Missing here');
    expect(linkTo(html, 'Teach one')).toBe(`/upload?startsIn=${small.at('Half guard')}`);
    expect(html).toContain(`<input type="hidden" name="from" value="${small.at('Half guard')}"/>`);
  });

  test('says ‘you’ to one with a role, whose own techniques come first', async () => {
    const top = await position(`${half()}?as=top`);
    expect(top.text).toMatch(
      /What leads out 2 Knee cut You act\. You stay on top\. .*Underhook Your partner acts/,
    );
    const bottom = await position(`${half()}?as=bottom`);
    expect(bottom.text).toMatch(/What leads out 2 Underhook You act\. You stay on the bottom\./);
    const under = await position(
      `/map/p/${small.at('Half guard with underhook')}-half-guard-with-underhook?as=bottom`,
    );
    expect(under.text).toContain('Take the back You act. You end on top.');
  });

  test('a filter counts the tags of a technique, and those that both its ends have', async () => {
    const { text } = await position(`${half()}?with=half_guard`);
    expect(text).toMatch(/What leads out 1 Underhook/);
    expect((await position(`${half()}?without=half_guard`)).text).toMatch(/What leads out 1 Knee cut/);
    const back = `/map/p/${small.at('Back with hooks')}-back-with-hooks`;
    expect((await position(`${back}?ruleset=nogi`)).text).not.toContain('Lapel choke');
    expect((await position(`${back}?ruleset=gi`)).text).toContain('Lapel choke');
    expect((await position(`${half()}?with=nothing`)).text).toContain('Nothing with these filters.');
  });

  test('says plainly that it is only a moment on the way', async () => {
    const { text } = await position(`/map/p/${small.at('Knee cut')}-knee-cut`);
    expect(text).toContain('It has no name of its own');
    // What only continues another technique is called after where it leads.
    expect(text).toMatch(/What leads out 1 Side control/);
  });

  test('members follow it by a form that leads back', async () => {
    const { html } = await position(half(), await world.person());
    expect(html).toContain(`action="/map/p/${small.at('Half guard')}/follow"`);
  });
});

describe('a technique', () => {
  test('says who acts, how it ends, and what may follow', async () => {
    const { html, text } = await transition(sweepPath());
    expect(text).toContain('The one on the bottom acts. The one on the bottom ends on top. Gi and no-gi.');
    expect(linkTo(html, 'Half guard with underhook')).toMatch(/^\/map\/p\//);
    expect(text).toMatch(/And then .*Slide over/);
    expect(text).toContain('Not taught here yet');
    expect(linkTo(html, 'Watch again')).toBe(`${sweepPath()}?watched=1#moving`);
    expect(linkTo(html, 'As pictures')).toBe(`${sweepPath()}?pictures#moving`);
    expect((await transition(`${sweepPath()}?as=bottom`)).text).toContain('You act. You end on top.');
    expect((await transition(`${sweepPath()}?as=top`)).text).toContain(
      'Your partner acts. You end on the bottom.',
    );
  });

  test('leads back only where it is done both ways', async () => {
    const both = `/map/t/${small.leap('Underhook', 'Half guard')}-underhook`;
    const back = await transition(`${both}?back`);
    expect(back.text).toMatch(/It begins in Half guard with underhook .*It ends in Half guard/);
    expect(linkTo(back.html, 'The other way round')).toBe(both);
    const oneWay = await transition(`${sweepPath()}?back`);
    expect(oneWay.text).toMatch(/It begins in Half guard with underhook/);
    expect(linkTo(oneWay.html, 'The other way round')).toBeUndefined();
  });

  test('a tap ends it', async () => {
    const { text } = await transition(`/map/t/${small.leap('tap', 'Armbar')}-tap`);
    expect(text).toContain('your partner taps');
    expect(text).not.toContain('And then');
  });

  test('shows what teaches it, with what opens it for the viewer', async () => {
    const open = await world.item({ title: 'The old school' });
    const locked = await world.item({ title: 'The old school, in depth', tier: 'vip', priceCents: 499 });
    const draft = await world.item({ title: 'Not ready', status: 'draft' });
    for (const id of [open, locked, draft])
      await row(
        world.em(),
      )`insert into content_map_links (content_id, transition_id) values (${id}, ${sweep()})`;
    const { html } = await transition(sweepPath());
    expect(linkTo(html, 'The old school')).toBe(`/content/${open}`);
    const before = await position(
      `/map/p/${small.at('Half guard with underhook')}-half-guard-with-underhook`,
    );
    expect(before.text).toContain('The old school open to you');
    expect(before.text).toContain('The old school, in depth with VIP, or for $4.99');
    const member = await world.person({ plan: 'vip' });
    const underhook = `/map/p/${small.at('Half guard with underhook')}-half-guard-with-underhook`;
    const vip = await position(underhook, member);
    expect(vip.text).toContain('The old school, in depth open to you');
    await row(world.em())`insert into watched (user_id, content_id, last_at, seen_at)
      values (${member.id}, ${open}, now(), null), (${member.id}, ${locked}, now(), now())`;
    const later = await position(underhook, member);
    expect(later.text).toContain('The old school you have opened it');
    expect(later.text).toContain('The old school, in depth you have seen it');
    for (const { text } of [before, vip, await transition(sweepPath())])
      expect(text).not.toContain('Not ready');
  });
});

describe('addresses', () => {
  test('a wrong slug leads to the right one for good, with what else the address says', async () => {
    for (const [edge, path, right] of [
      [positionPage, `/map/p/${small.at('Half guard')}`, half()],
      [positionPage, `${half()}-and-more?as=top`, `${half()}?as=top`],
      [transitionPage, `/map/t/${sweep()}-old-name`, sweepPath()],
    ] as const) {
      const answer = await answered(edge, path);
      expect([answer.status, answer.headers.get('location')], path).toEqual([301, right]);
    }
  });

  test('a merged position leads to the one it became, over several steps; a circle and a proposal are not found', async () => {
    const made = async (state: string, into: number | null) =>
      (
        await row<{ id: number }>(world.em())`
          insert into map_positions (slug, name, family, state, merged_into)
          values ('old', 'Old', 'half-guard', ${state}, ${into}) returning id`
      )?.id ?? 0;
    const once = await made('merged', small.at('Half guard'));
    const twice = await made('merged', once);
    for (const id of [once, twice]) {
      const answer = await answered(positionPage, `/map/p/${id}-old`);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, half()]);
    }
    const circle = await made('merged', once);
    await row(world.em())`update map_positions set merged_into = ${circle} where id = ${once}`;
    expect((await answered(positionPage, `/map/p/${twice}-old`)).status).toBe(404);
    expect((await answered(positionPage, `/map/p/${await made('proposed', null)}-old`)).status).toBe(404);
  });

  test('what another process accepted a moment ago is found at once', async () => {
    expect((await answered(positionPage, half())).status).toBe(200);
    const born = await row<{ id: number }>(world.em())`
      insert into map_positions (slug, name, family, state)
      values ('new-guard', 'New guard', 'half-guard', 'accepted') returning id`;
    // While the clock of requests stands still, every request asks for the version.
    world.clock.at = new Date(world.clock.at.getTime() + 1);
    expect((await answered(positionPage, `/map/p/${born?.id}-new-guard`)).status).toBe(200);
    await row(world.em())`delete from map_positions where id = ${born?.id}`;
  });

  test.each(['0', '-1', '99999999999', 'abc', '1e3', '2000000000-x'])(
    '/map/p/%s is not found',
    async (place) => {
      for (const edge of [positionPage, transitionPage])
        expect((await world.send(edge.loader, null, `/map/p/${place}`, { place })).status).toBe(404);
    },
  );
});
