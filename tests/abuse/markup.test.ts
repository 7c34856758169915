import { beforeAll, describe, expect, test } from 'vitest';
import { sharedWorld } from '../support/site/live.ts';
import { row } from '../support/sql.ts';

const world = sharedWorld();
let admin = '';
beforeAll(async () => {
  admin = await world.signIn(await world.person({ isAdmin: true }));
});

const person = {
  firstName: 'Ann',
  lastName: 'Lee',
  username: 'marked',
  email: 'marked@example.com',
  password: 'a long enough one',
};

describe('markup in what is shown again', () => {
  const markup = `"><img src=x onerror=alert(1)><script>alert('own')</script>`;
  const isLive = /<img src=x|<script>alert|onerror=alert\(1\)>(?!&)/;
  let shown = 0;
  beforeAll(async () => {
    const creator = await world.person({ plan: 'vip', username: 'marked_up' });
    await row(
      world.em(),
    )`update users set first_name = ${markup}, last_name = ${markup}, bio = ${markup} where id = ${creator.id}`;
    shown = await world.item({ creator: creator.id, title: markup, description: markup, tags: [markup] });
    await row(world.em())`update content set steps = array[${markup}] where id = ${shown}`;
    const critic = await world.person({ firstName: markup });
    await row(world.em())`insert into ratings (user_id, content_id, stars, review, created_at, updated_at)
      values (${critic.id}, ${shown}, 5, ${markup}, now(), now())`;
  });

  test.each([
    () => '/',
    () => '/discover',
    () => `/discover?search=${encodeURIComponent(markup)}`,
    () => `/discover?category=${encodeURIComponent(markup)}`,
    () => `/content/${shown}`,
    () => '/creators',
    () => `/creators?search=${encodeURIComponent(markup)}`,
    () => '/creators/marked_up',
    () => `/auth?next=${encodeURIComponent(markup)}`,
    () => `/auth?tab=${encodeURIComponent(markup)}`,
    () => `/auth/reset/${encodeURIComponent(markup)}`,
    () => `/${encodeURIComponent(markup)}`,
    () => `/subscriptions?x=${encodeURIComponent(markup)}`,
    () => '/admin/creators',
    () => `/admin/creators?search=${encodeURIComponent(markup)}`,
    () => '/admin/users',
    () => '/admin/log',
    () => `/report?content=${shown}`,
  ])('stays text: %s', async (path) => {
    const answer = await world.ask(path(), { as: admin });
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(isLive);
  });

  test.each([() => '/feed.xml', () => '/creators/marked_up/feed.xml', () => '/sitemap.xml'])(
    'stays text in documents for machines: %s',
    async (path) => expect((await world.ask(path())).text).not.toMatch(isLive),
  );

  test('JSON in a page cannot end its script', async () => {
    const { text } = await world.ask(`/content/${shown}`);
    for (const [, json = ''] of text.matchAll(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
    )) {
      expect(JSON.parse(json)).toBeTruthy();
      expect(json).not.toContain('<');
    }
  });

  test.each(['firstName', 'lastName', 'username', 'email'])(
    'a form that comes back shows %s as text',
    async (name) => {
      const fields = { ...person, [name]: markup, confirmPassword: 'another' };
      const answer = await world.post('/auth?tab=sign-up', { intent: 'sign-up', ...fields });
      expect(answer.status).toBe(422);
      expect(answer.text).not.toMatch(isLive);
      expect(answer.text).not.toContain('a long enough one');
    },
  );

  test('an answer in JSON is JSON, which no browser takes for a page', async () => {
    const answer = await world.ask(`/api/content/${shown}`, { headers: { accept: 'text/html' } });
    expect(answer.header('content-type')).toMatch(/^application\/json/);
    expect(answer.header('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
  ])('a featured picture may not have an address like %s', async (imageUrl) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ title: 'x', creator: 'y', tier: 'FREE', imageUrl }))
      body.append(name, value);
    const answer = await world.ask('/api/admin/featured-content', { method: 'POST', body, as: admin });
    expect(answer.status).toBe(422);
  });
});
