import { decideCase } from '../../../app/features/operations/reports/decide.server.ts';
import { row } from '../sql.ts';
import { ownQuestion, reported, requestAt } from './community.ts';
import { admin, filesForm, image, withPassword } from './making.ts';
import { fresh, type LiveWorld, type SampleRequest, type SampleRequests } from './sample-request.ts';

const statusOf = (id: number, status: string) =>
  `select count(*) from users where id = ${id} and status = '${status}'`;

const card = {
  title: 'Berimbolo',
  creator: 'Coach Bia',
  tier: 'free',
  tierColor: 'bg-green-500',
  likes: '1',
  comments: '1',
  displayOrder: '1',
  imageUrl: 'https://example.com/a.png',
};
const cardJson = { ...card, likes: 1, comments: 1, displayOrder: 1 };

async function featured(world: LiveWorld) {
  const [boss, title] = [await admin(world), fresh('Card ')];
  const made = await row<{ id: number }>(world.em())`
    insert into featured (title, creator, tier, tier_color, likes, comments, locked, is_active, display_order, image_url)
    values (${title}, 'Bia', 'FREE', 'bg-green-500', 1, 1, false, true, 1, 'https://example.com/a.png') returning id`;
  return { boss, id: made?.id ?? 0, there: `select count(*) from featured where id = ${made?.id}` };
}

/** A request of an admin about a member. */
async function onMember(
  world: LiveWorld,
  path: (id: number) => string,
  sent: Pick<SampleRequest, 'fields' | 'json'>,
  effect: (id: number) => SampleRequest['effect'],
): Promise<SampleRequest> {
  const [boss, member] = [await admin(world), await world.person()];
  return { path: path(member.id), as: boss, ...sent, effect: effect(member.id) };
}

const counted = (id: number, what: string) => `select count(*) from users where id = ${id} and ${what}`;

export const adminRequests: SampleRequests = {
  'POST /admin/featured/new': async (world) => {
    const title = fresh('New card ');
    const fields = { ...card, title, attempt: fresh('attempt') };
    const files = filesForm(fields, { image: [await image(), 'a.png'] });
    const effect = `select count(*) from featured where title = '${title}'`;
    return { path: '/admin/featured/new', as: await admin(world), files, effect: [effect, 1] };
  },
  'POST /admin/featured/:id/edit': async (world) => {
    const { boss, id } = await featured(world);
    const effect = `select count(*) from featured where id = ${id} and title = 'Berimbolo'`;
    return { path: `/admin/featured/${id}/edit`, as: boss, files: filesForm(card), effect: [effect, 1] };
  },
  'POST /admin/featured/:id/delete': async (world) => {
    const { boss, id, there } = await featured(world);
    return { path: `/admin/featured/${id}/delete`, as: boss, fields: {}, effect: [there, -1] };
  },
  'POST /admin/featured/:id/move': async (world) => {
    const { boss, id, there } = await featured(world);
    return { path: `/admin/featured/${id}/move`, as: boss, fields: { step: 'up' }, effect: [there, 0] };
  },
  'POST /api/admin/featured-content': async (world) => {
    const title = fresh('Called card ');
    const effect = `select count(*) from featured where title = '${title}'`;
    const json = { ...cardJson, title };
    return { path: '/api/admin/featured-content', as: await admin(world), json, effect: [effect, 8] };
  },
  'PATCH /api/admin/featured-content/:id': async (world) => {
    const { boss, id } = await featured(world);
    const effect = `select count(*) from featured where id = ${id} and title = 'Patched'`;
    const path = `/api/admin/featured-content/${id}`;
    return { path, as: boss, json: { title: 'Patched' }, effect: [effect, 1] };
  },
  'DELETE /api/admin/featured-content/:id': async (world) => {
    const { boss, id, there } = await featured(world);
    return { path: `/api/admin/featured-content/${id}`, as: boss, effect: [there, -1] };
  },
  'POST /admin/creators/:id/edit': (world) =>
    onMember(
      world,
      (id) => `/admin/creators/${id}/edit`,
      { fields: edited() },
      (id) => [counted(id, "bio = 'Edited'"), 1],
    ),
  'PUT /api/admin/creators/:id': (world) =>
    onMember(
      world,
      (id) => `/api/admin/creators/${id}`,
      { json: { bio: 'Edited' } },
      (id) => [counted(id, "bio = 'Edited'"), 1],
    ),
  'POST /admin/creators/:id/suspend': (world) =>
    onMember(
      world,
      (id) => `/admin/creators/${id}/suspend`,
      { fields: { reason: 'Spam' } },
      (id) => [statusOf(id, 'suspended'), 1],
    ),
  'POST /admin/creators/:id/reinstate': async (world) => {
    const [boss, member] = [await admin(world), await world.person()];
    await row(world.em())`
      update users set status = 'suspended', suspension_reason = 'Spam' where id = ${member.id}`;
    const path = `/admin/creators/${member.id}/reinstate`;
    return { path, as: boss, fields: {}, effect: [statusOf(member.id, 'active'), 1] };
  },
  'POST /admin/creators/:id/delete': async (world) => {
    const [boss, member] = [await admin(world), await world.person()];
    const path = `/admin/creators/${member.id}/delete`;
    const fields = { confirm: member.username };
    return { path, as: boss, fields, effect: [statusOf(member.id, 'deleted'), 1] };
  },
  'DELETE /api/admin/creators/:id': (world) =>
    onMember(
      world,
      (id) => `/api/admin/creators/${id}`,
      {},
      (id) => [statusOf(id, 'deleted'), 1],
    ),
  'POST /admin/creators/:id/verify': (world) =>
    onMember(
      world,
      (id) => `/admin/creators/${id}/verify`,
      { fields: { verified: 'true' } },
      (id) => [counted(id, 'is_verified'), 1],
    ),
  'POST /admin/content/:id/delete': async (world) => {
    const [boss, item] = [await admin(world), await world.item()];
    const effect = `select count(*) from content where id = ${item}`;
    return { path: `/admin/content/${item}/delete`, as: boss, fields: {}, effect: [effect, -1] };
  },
  'DELETE /api/admin/content/:id': async (world) => {
    const [boss, item] = [await admin(world), await world.item()];
    const effect = `select count(*) from content where id = ${item}`;
    return { path: `/api/admin/content/${item}`, as: boss, effect: [effect, -1] };
  },
  'POST /admin/users/:id/gift': (world) =>
    onMember(
      world,
      (id) => `/admin/users/${id}/gift`,
      { fields: { plan: 'vip', until: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) } },
      (id) => [counted(id, "gift_plan = 'vip'"), 1],
    ),
  'POST /admin/users/:id/take-gift': async (world) => {
    const [boss, member] = [await admin(world), await world.person()];
    await row(world.em())`update users set gift_plan = 'vip', gift_ends_at = now() + interval '9 days'
      where id = ${member.id}`;
    const path = `/admin/users/${member.id}/take-gift`;
    return { path, as: boss, fields: {}, effect: [counted(member.id, 'gift_plan is not null'), -1] };
  },
  'POST /admin/users/:id/role': (world) =>
    onMember(
      world,
      (id) => `/admin/users/${id}/role`,
      { fields: { admin: 'true' } },
      (id) => [counted(id, 'is_admin'), 1],
    ),
  'POST /admin/users/:id/sign-out': async (world) => {
    const [boss, member] = [await admin(world), await world.person()];
    await world.signIn(member);
    const effect = `select count(*) from sessions where user_id = ${member.id}`;
    return { path: `/admin/users/${member.id}/sign-out`, as: boss, fields: {}, effect: [effect, -1] };
  },
  'POST /admin/users/:id/second-factor': async (world) => {
    const [boss, member] = [await admin(world), await withPassword(world)];
    await row(world.em())`insert into second_factors (user_id, sealed_secret, made_at, confirmed_at)
      values (${member.id}, 'sealed', now(), now())`;
    const effect = `select count(*) from second_factors where user_id = ${member.id}`;
    return { path: `/admin/users/${member.id}/second-factor`, as: boss, fields: {}, effect: [effect, -1] };
  },
  'POST /admin/reports/:id': async (world) => {
    const { id, item } = await reported(world);
    const fields = { outcome: 'taken-down', personNote: 'Spam' };
    const effect = `select count(*) from takedowns where content_id = ${item}`;
    return { path: `/admin/reports/${id}`, as: await admin(world), fields, effect: [effect, 1] };
  },
  'POST /admin/reports/:id/undo': async (world) => {
    const { id, item } = await reported(world);
    const boss = await admin(world);
    const decision = { outcome: 'taken-down', personNote: 'Spam', logNote: null } as const;
    await decideCase(world.member(boss), id, decision);
    const effect = `select count(*) from takedowns where content_id = ${item}`;
    return { path: `/admin/reports/${id}/undo`, as: boss, fields: {}, effect: [effect, -1] };
  },
  'POST /admin/support/:id': async (world) => {
    const { id, replies } = await ownQuestion(world);
    const fields = { text: 'Please load it again.', attempt: fresh('attempt') };
    return { path: `/admin/support/${id}`, as: await admin(world), fields, effect: [replies, 1] };
  },
  'POST /admin/support/:id/close': async (world) => {
    const { id } = await ownQuestion(world);
    const effect = `select count(closed_at) from support_questions where id = ${id}`;
    return { path: `/admin/support/${id}/close`, as: await admin(world), fields: {}, effect: [effect, 1] };
  },
  'POST /admin/requests/:id': async (world) => {
    const { id } = await requestAt(world, 'disputed');
    const effect = `select count(*) from request_steps where request_id = ${id}`;
    const fields = { outcome: 'refund', reason: 'It is not what was asked for.' };
    return { path: `/admin/requests/${id}`, as: await admin(world), fields, effect: [effect, 1] };
  },
  'POST /api/admin/requests/:id': async (world) => {
    const { id } = await requestAt(world, 'disputed');
    const effect = `select count(*) from request_steps where request_id = ${id}`;
    const json = { outcome: 'release', reason: 'It is what was asked for.' };
    return { path: `/api/admin/requests/${id}`, as: await admin(world), json, effect: [effect, 1] };
  },
};

const edited = () => ({
  firstName: 'Pat',
  lastName: 'Person',
  username: fresh('edited'),
  email: `${fresh('edited')}@example.org`,
  martialArt: '',
  beltLevel: '',
  bio: 'Edited',
});
