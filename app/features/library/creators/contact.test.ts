import { describe, expect, test } from 'vitest';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import * as userCall from '../../identity/accounts/user.api.ts';
import { contactWay } from '../../identity/profile/contact.ts';
import * as profileCall from '../../identity/profile/profile.api.ts';
import * as profilePage from '../../identity/profile/profile.page.tsx';
import { viewerById } from '../../identity/sessions/sessions.server.ts';
import { anonymise } from '../../operations/members/anonymise.server.ts';
import { collections } from '../../operations/personal-data/collections.server.ts';
import * as creatorFeed from '../feeds/creator-feed.api.ts';
import * as sitemap from '../feeds/sitemap.api.ts';
import { contactOf } from './contact.server.ts';
import * as creatorPage from './creator.page.tsx';
import * as creatorsCall from './creators.api.ts';

const world = testWorld();
/** Read again, as every request does. */
const anew = ({ id }: { id: number }) => viewerById(world.em(), id, world.clock.at);

test.each([
  ['mara@example.com', 'mailto:mara@example.com'],
  ['Email: mara@example.com', 'mailto:mara@example.com'],
  ['+49 (30) 1234-567', 'tel:+49301234567'],
  ['WhatsApp +49 30 1234567', 'tel:+49301234567'],
  ['https://mara.example.com/seminars?x=1', 'https://mara.example.com/seminars?x=1'],
  ['Website: mara-bjj.example', 'https://mara-bjj.example/'],
  ['Instagram @mara.bjj', null],
  ['youtube.com/@mara', 'https://youtube.com/@mara'],
  ['http://mara.example', 'http://mara.example/'],
])('%s is a contact', (text, href) => {
  expect(contactWay(text)).toEqual({ text, href });
});

test.each([
  'call me',
  '12345',
  '@mara',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:secret@example.com',
  'http://localhost/x',
  'http://127.0.0.1/',
  '<a href="https://example.com">x</a>',
  'mara@example.com\u202emoc',
  'mailto:a@example.com?bcc=b@example.com',
])('%s is refused', (text) => {
  expect(contactWay(text)).toBe(null);
});

const lines = ['mara@secret.example', 'Instagram @mara.secret'];

async function sharing(contactLines = lines) {
  const creator = await world.person();
  await world.item({ creator: creator.id });
  await row(world.em())`update users set contact_lines = ${contactLines}::text[] where id = ${creator.id}`;
  return creator;
}

describe('direct contact', () => {
  test('is for VIPs, the creator and admins only, in every representation', async () => {
    const creator = await sharing();
    const { username } = creator;
    const gifted = await world.person();
    await row(
      world.em(),
    )`update users set gift_plan = 'vip', gift_ends_at = ${new Date(world.clock.at.getTime() + 1000)}
      where id = ${gifted.id}`;
    const ended = await world.person({ plan: 'vip' });
    await row(world.em())`update users set plan_ends_at = ${world.clock.at} where id = ${ended.id}`;
    const people = {
      visitor: [null, false],
      free: [await world.person(), false],
      premium: [await world.person({ plan: 'premium' }), false],
      ended: [await anew(ended), false],
      vip: [await world.person({ plan: 'vip' }), true],
      gifted: [await anew(gifted), true],
      admin: [await world.person({ isAdmin: true }), true],
      creator: [creator, true],
    } as const;
    for (const [who, [viewer, may]] of Object.entries(people)) {
      const contact = await contactOf(world.scope(viewer), creator.id);
      expect(contact?.ways?.map(({ text }) => text) ?? null, who).toEqual(may ? lines : null);
      const said = async (...asked: Parameters<typeof world.send>) => (await world.send(...asked)).text();
      const page = await said(creatorPage.loader, viewer, `/creators/${username}`, { username });
      expect(page.includes('secret'), who).toBe(may);
      expect(page, who).toContain('"contact":{');
      for (const text of [
        await said(creatorsCall.loader, viewer, '/api/creators'),
        await said(creatorFeed.loader, viewer, `/creators/${username}/feed.xml`, { username }),
        await said(sitemap.loader, viewer, '/sitemap.xml'),
        viewer && viewer !== creator ? await said(userCall.loader, viewer, '/api/user') : '',
      ]) {
        expect(text, who).not.toContain('secret');
      }
    }
  });

  test('ends with the plan, to the second', async () => {
    const creator = await sharing();
    const member = await world.person({ plan: 'vip' });
    await row(
      world.em(),
    )`update users set plan_ends_at = ${new Date(world.clock.at.getTime() + 1000)} where id = ${member.id}`;
    const sees = async () => (await contactOf(world.scope(await anew(member)), creator.id))?.ways !== null;
    const at = world.clock.at;
    expect(await sees()).toBe(true);
    world.clock.at = new Date(at.getTime() + 1000);
    expect(await sees()).toBe(false);
    world.clock.at = at;
  });

  test('is absent when nothing is shared, and deleted with the member', async () => {
    const vip = world.scope(await world.person({ plan: 'vip' }));
    expect(await contactOf(vip, (await sharing([])).id)).toBe(null);
    const creator = await sharing();
    await world.em().transactional((em) => anonymise(em, creator.id, world.clock.at));
    expect(await contactOf(vip, creator.id)).toBe(null);
    expect(await row(world.em())`select contact_lines from users where id = ${creator.id}`).toEqual({
      contact_lines: [],
    });
  });

  test('is in the member’s own data', async () => {
    const creator = await sharing();
    const account = collections.find(({ name }) => name === 'account');
    const [entry] = (await account?.read(world.em(), { memberId: creator.id, after: 0, size: 9 })) ?? [];
    expect(entry).toMatchObject({ contactLines: lines });
  });
});

describe('sharing it', () => {
  const stored = async (id: number) =>
    (await row<{ lines: string[] }>(world.em())`select contact_lines as lines from users where id = ${id}`)
      ?.lines;
  const fields = ({
    firstName,
    lastName,
    username,
  }: Record<'firstName' | 'lastName' | 'username', string>) => ({
    firstName,
    lastName,
    username,
  });

  test('by form: one contact per line, and a form without the field changes nothing', async () => {
    const member = await world.person();
    const send = (more: Record<string, string>) =>
      world.send(profilePage.action, member, '/profile?edit', {}, formPost({ ...fields(member), ...more }));
    expect((await send({ contactLines: ' mara@example.com \r\n\r\nInstagram @mara\r\n' })).status).toBe(303);
    expect(await stored(member.id)).toEqual(['mara@example.com', 'Instagram @mara']);
    expect((await send({})).status).toBe(303);
    expect(await stored(member.id)).toHaveLength(2);
    const refused = await send({ contactLines: 'mara@example.com\ncall me maybe' });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(await refused.json())).toContain("'call me maybe' is no email");
    const many = Array.from({ length: 6 }, (_, n) => `m${n}@example.com`).join('\n');
    expect((await send({ contactLines: many })).status).toBe(422);
    expect((await send({ contactLines: '' })).status).toBe(303);
    expect(await stored(member.id)).toEqual([]);
  });

  test('by JSON: a list; unchanged when it is not named', async () => {
    const member = await world.person();
    const patch = (body: unknown) =>
      world.send(profileCall.action, member, '/api/profile', {}, jsonCall('PATCH', body));
    expect(await (await patch({ contactLines: ['+1 555 123 4567'] })).json()).toMatchObject({
      contactLines: ['+1 555 123 4567'],
    });
    await patch({ bio: 'Half guard.' });
    expect(await stored(member.id)).toEqual(['+1 555 123 4567']);
    expect((await patch({ contactLines: [{}] })).status).toBe(422);
    expect((await patch({ contactLines: 7 })).status).toBe(422);
  });
});
