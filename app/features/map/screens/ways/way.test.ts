import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkTo, rendered } from '../../../../../tests/support/browser/rendered.tsx';
import { type SmallMap, smallMap } from '../../../../../tests/support/map/small-map.ts';
import { row } from '../../../../../tests/support/sql.ts';
import { testWorld } from '../../../../../tests/support/world.ts';
import type { Viewer } from '../../../../scope.ts';
import { importNames } from '../../names/import-names.server.ts';
import * as wayPage from './way.page.tsx';
import * as waysCall from './ways.api.ts';

const world = testWorld();
let small: SmallMap;
beforeAll(async () => {
  small = await smallMap(world.scope());
  // Terms are linked to what the file has, not to what members propose.
  await row(world.em())`update map_positions set origin_key = 'p' || id, origin_facts = '{}'`;
  await importNames(world.em());
});
beforeEach(async () => {
  await row(world.em())`delete from content_map_links`;
  // What is taught is kept for some seconds.
  world.clock.at = new Date(world.clock.at.getTime() + 60_000);
});

const address = (path: string, question: Record<string, string>) =>
  `${path}?${new URLSearchParams(question)}`;
const ask = (question: Record<string, string>, viewer: Viewer | null = null) =>
  rendered(world, wayPage, viewer, address('/map/way', question));
const call = async (question: Record<string, string>, viewer: Viewer | null = null) => {
  const answer = await world.send(waysCall.loader, viewer, address('/api/map/ways', question));
  return { status: answer.status, body: await answer.json() };
};
const stepsOf = (text: string) =>
  [...text.matchAll(/(\d)\. (.+?) (?:You|Your partner|Both) act/g)].map(([, , name]) => name);

const halfToBack = { from: 'half guard', to: 'back', as: 'bottom' };

describe('a question is answered by ways', () => {
  test.each([
    ['English', 'half guard', 'back'],
    ['Portuguese', 'meia-guarda', 'pegada de costas'],
    ['Portuguese without accents or hyphens', 'MEIA GUARDA', 'Costas'],
    ['Japanese', 'ハーフガード', 'バックコントロール'],
    ['romanised Japanese', 'niju garami', 'Bakku-kontorōru'],
  ])('from the bottom of half guard to the back, by names in %s', async (_, from, to) => {
    const { text, html } = await ask({ from, to, as: 'bottom' });
    expect(text).toContain('From Half guard to Back control You begin on the bottom.');
    // From any half guard, and so that the one who asks has the back in the end.
    expect(text).toMatch(
      /Way 1: 1 step From Half guard with underhook to Back with hooks . You end on top\./,
    );
    expect(stepsOf(text)[0]).toBe('Take the back');
    expect(linkTo(html, 'Take the back')).toMatch(/^\/map\/t\/\d+-take-the-back$/);
  });

  test('a position that is called as its term is one of its positions', async () => {
    const { text } = await ask({ from: 'mount', to: 'armbar', as: 'top' });
    expect(text).toMatch(/Way 1: 1 step From Mount to Armbar/);
  });

  test('by ids, from one position alone, each step with who acts and where it leads', async () => {
    const { text } = await ask({
      from: String(small.at('Half guard')),
      to: String(small.at('Back with hooks')),
      as: 'bottom',
    });
    expect(text).toContain('From Half guard to Back with hooks');
    expect(text).toMatch(
      /Way 1: 2 steps .* 1\. Underhook You act\. You stay on the bottom\. To Half guard with underhook 2\. Take the back You act\. You end on top\. To Back with hooks/,
    );
  });

  test('a pin is wanted from above: to be swept there is no answer while there is another way', async () => {
    const question = { from: String(small.at('Half guard with underhook')), to: 'side control', as: 'top' };
    const { text } = await ask(question);
    expect(text).toMatch(/Way 1: 3 steps .* You end on top\./);
    expect(text).not.toContain('You end on the bottom');
    // Where there is none, the way that there is.
    expect((await ask({ from: 'turtle', to: 'back', as: 'bottom' })).text).toMatch(
      /Way 1: 1 step .* You end on the bottom\./,
    );
  });

  test('steps of the partner count more', async () => {
    const { text } = await ask({ from: String(small.at('Staredown')), to: 'mount', as: 'bottom' });
    expect(text).toMatch(
      /Way 1: 2 steps .*1\. Pull guard You act.*2\. Hip bump sweep You act\. You end on top/,
    );
  });

  test('a way through a step that the viewer can watch comes first, and says what it can open', async () => {
    const vip = await world.person({ plan: 'vip' });
    for (const [name, from] of [
      ['Knee on belly', 'Side control'],
      ['Slide over', 'Side control'],
    ] as const) {
      const id = await world.item({
        title: `All about ${name}`,
        tier: 'vip',
        priceCents: name === 'Slide over' ? 499 : null,
      });
      await row(world.em())`
        insert into content_map_links (content_id, transition_id) values (${id}, ${small.leap(name, from)})`;
    }
    const question = { from: String(small.at('Side control')), to: String(small.at('Mount')), as: 'top' };
    const asVip = await ask(question, vip);
    expect(asVip.text).toContain('You can watch every step of it now.');
    expect(asVip.text).not.toContain('What unlocks the rest');
    const free = await ask(question, await world.person());
    expect(free.text).toContain('You can watch 0 of its 1 step now. 1 more can be unlocked.');
    expect(free.text).toContain('All about Slide over with VIP, or for $4.99');
    expect(free.text).toMatch(/What unlocks the rest VIP Elite \$24\.99 per month/);
    expect(decodeURIComponent(linkTo(free.html, 'Get VIP Elite') ?? '')).toBe(
      `/subscribe?plan=vip&from=${address('/map/way', question)}`,
    );
    const visitor = await ask(question);
    expect(decodeURIComponent(decodeURIComponent(linkTo(visitor.html, 'Sign up for VIP Elite') ?? ''))).toBe(
      `/auth?tab=sign-up&next=/subscribe?plan=vip&from=${address('/map/way', question)}`,
    );
  });
});

describe('a question that cannot be answered as it is', () => {
  test('empty, it asks', async () => {
    const { status, text } = await ask({});
    expect(status).toBe(200);
    expect(text).toContain('Say where you are and where you want to be');
    expect(text).not.toContain('Way 1');
  });

  test('an unclear name is asked back, and the choice keeps the other fields', async () => {
    const { status, html, text } = await ask({ from: 'guard', to: 'mount', as: 'top' });
    expect(status).toBe(200);
    expect(text).not.toContain('Way 1');
    const choices = [...html.matchAll(/href="(\/map\/way\?[^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    expect(choices.length).toBeGreaterThan(1);
    for (const href of choices) expect(href).toMatch(/to=mount&as=top$/);
    const { text: chosen } = await rendered(
      world,
      wayPage,
      null,
      choices.find((href) => /=Half\+guard&/.test(href)) ?? '',
    );
    expect(chosen).toContain('From Half guard to Mount');
  });

  test('a name that nothing has is said, with similar ones where there are', async () => {
    expect((await ask({ from: 'qqqqzzzz', to: 'mount' })).text).toContain('No position is called “qqqqzzzz”');
    const near = await ask({ from: 'haf gaurd', to: 'mount', as: 'bottom' });
    expect(near.text).toMatch(/No position is called “haf gaurd”/);
    expect(near.text).toContain('Half guard');
  });

  test.each([
    ['to where one is', { from: 'mount', to: 'montada' }, 'You are already there'],
    ['where nothing leads', { from: 'mount', to: 'Island' }, 'No way that we know'],
  ])('%s it says so', async (_, question, words) => {
    const { status, text } = await ask({ as: 'top', ...question });
    expect([status, text]).toEqual([200, expect.stringContaining(words)]);
  });

  test('a role that cannot be, a name in any script and marks of direction are no failures', async () => {
    const odd: Record<string, string>[] = [
      { from: 'half guard', to: 'mount', as: 'sideways' },
      { from: '\u202eמשמר\u202c', to: 'نصف الحارس', as: 'top' },
      { from: "'; drop table map_positions; --", to: '<script>alert(1)</script>' },
      { from: 'a'.repeat(5_000), to: '%%%' },
      { from: '2000000000', to: '-1' },
    ];
    for (const question of odd) {
      const { status, html } = await ask(question);
      expect(status).toBe(200);
      expect(html).not.toContain('<script>alert');
    }
  });

  test('questions are limited like searches', async () => {
    const scale = world.rates.scale;
    world.rates.scale = 1;
    world.place.address = '192.0.2.7';
    const answers = [];
    for (let time = 0; time < 25; time += 1) answers.push((await call(halfToBack)).status);
    const page = await world.send(wayPage.loader, null, address('/map/way', halfToBack));
    [world.rates.scale, world.place.address] = [scale, '127.0.0.1'];
    expect(answers.slice(0, 10).every((status) => status === 200)).toBe(true);
    expect([answers.at(-1), page.status]).toEqual([429, 429]);
  });
});

describe('as a call', () => {
  test('it answers the same ways, with exactly the keys that are promised', async () => {
    const taught = await world.item({ title: 'Back takes', tier: 'premium' });
    await row(world.em())`insert into content_map_links (content_id, transition_id)
      values (${taught}, ${small.leap('Take the back', 'Half guard with underhook')})`;
    const { status, body } = await call(halfToBack);
    expect(status).toBe(200);
    expect(body.ways[0]).toEqual({
      steps: [
        {
          transitionId: small.leap('Take the back', 'Half guard with underhook'),
          name: 'Take the back',
          from: small.at('Half guard with underhook'),
          to: small.at('Back with hooks'),
          drawingUrl: null,
          items: [{ id: taught, title: 'Back takes', locked: true }],
        },
      ],
    });
    const premium = await call(halfToBack, await world.person({ plan: 'premium' }));
    expect(premium.body.ways[0].steps[0].items[0].locked).toBe(false);
  });

  test.each([
    [{ to: 'back' }, 422, { from: [expect.stringContaining('from')] }],
    [{ from: 'half guard' }, 422, { to: [expect.stringContaining('to')] }],
    [{ from: 'half guard', to: 'back', as: 'sideways' }, 422, { as: ['Send `as` as top or bottom.'] }],
    [{ from: 'a'.repeat(101), to: 'back' }, 422, { from: [expect.any(String)] }],
  ])('%o is malformed', async (question, status, errors) => {
    expect(await call(question as never)).toMatchObject({ status, body: { errors } });
  });

  test('what is not on the map is 404, what leads nowhere no way', async () => {
    expect(await call({ from: 'qqqqzzzz', to: 'back' })).toMatchObject({
      status: 404,
      body: { message: "No position is called 'qqqqzzzz'." },
    });
    expect(await call({ from: 'mount', to: 'Island' })).toEqual({ status: 200, body: { ways: [] } });
    expect(await call({ from: 'mount', to: 'montada' })).toEqual({ status: 200, body: { ways: [] } });
  });
});
