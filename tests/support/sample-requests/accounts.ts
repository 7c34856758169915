import { offToken } from '../../../app/features/community/messages/off-token.server.ts';
import {
  beginFactor,
  begunFactor,
  switchOn,
} from '../../../app/features/identity/second-factor/second-factor.server.ts';
import { beginSession } from '../../../app/features/identity/sessions/sessions.server.ts';
import { startPendingSignIn } from '../../../app/features/identity/sessions/sign-in.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { codeAt } from '../people/factor-codes.ts';
import { row } from '../sql.ts';
import { link, password, withPassword } from './making.ts';
import { fresh, type LiveWorld, type SampleRequests } from './sample-request.ts';

const signUp = (name: string) => ({
  firstName: 'Nova',
  lastName: 'Silva',
  username: name,
  email: `${name}@example.org`,
  password,
  confirmPassword: password,
});

/** The key of a second factor that is being set up. */
async function keyOf(world: LiveWorld, viewer: Viewer): Promise<string> {
  await beginFactor(world.member(viewer));
  return (await begunFactor(world.member(viewer)))?.key ?? '';
}

/** A member with a second factor whose present code was not used yet. */
async function protectedMember(world: LiveWorld) {
  const viewer = await withPassword(world);
  const key = await keyOf(world, viewer);
  const earlier = new Date(Date.now() - 150_000);
  const proof = { code: codeAt(key, earlier), currentPassword: password };
  await switchOn({ ...world.member(viewer), now: () => earlier }, proof);
  return { viewer, proof: { code: codeAt(key, new Date()), currentPassword: password } };
}

const sessionsOf = (id: number) => `select count(*) from sessions where user_id = ${id}`;

/** Signing in and out, and what a member changes of their account. */
export const accountRequests: SampleRequests = {
  'POST /auth': async (world) => {
    const viewer = await withPassword(world);
    const fields = { email: viewer.email, password };
    return { path: '/auth?tab=sign-in', as: null, fields, effect: [sessionsOf(viewer.id), 8] };
  },
  'POST /auth (sign-up)': async () => {
    const name = fresh('signsup');
    const effect = `select count(*) from users where username = '${name}'`;
    return { path: '/auth?tab=sign-up', as: null, fields: signUp(name), effect: [effect, 1] };
  },
  'POST /api/register': async () => {
    const name = fresh('registers');
    const effect = `select count(*) from users where username = '${name}'`;
    return { path: '/api/register', as: null, json: signUp(name), effect: [effect, 1] };
  },
  'POST /api/login': async (world) => {
    const viewer = await withPassword(world);
    const json = { email: viewer.email, password };
    return { path: '/api/login', as: null, json, effect: [sessionsOf(viewer.id), 8] };
  },
  'POST /api/logout': async (world) => {
    const viewer = await world.person();
    // The test has begun the session of the request.
    return { path: '/api/logout', as: viewer, json: {}, effect: [sessionsOf(viewer.id), -1] };
  },
  'POST /logout': async (world) => {
    const viewer = await world.person();
    return { path: '/logout', as: viewer, fields: {}, effect: [sessionsOf(viewer.id), -1] };
  },
  'POST /welcome/belt': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from users where id = ${viewer.id} and belt_level = 'purple'`;
    return { path: '/welcome/belt', as: viewer, fields: { belt: 'purple' }, effect: [effect, 1] };
  },
  'POST /welcome/close': async (world) => {
    const viewer = await world.person();
    await row(world.em())`update users set sees_welcome = true where id = ${viewer.id}`;
    const effect = `select count(*) from users where id = ${viewer.id} and not sees_welcome`;
    return { path: '/welcome/close', as: viewer, fields: {}, effect: [effect, 1] };
  },
  'POST /auth/code': async (world) => {
    const { viewer, proof } = await protectedMember(world);
    const token = await startPendingSignIn(world.scope(), viewer.id);
    const cookie = `begun=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString('base64'))}`;
    const fields = { code: proof.code };
    // A code signs in once.
    return { path: '/auth/code', as: null, cookie, fields, effect: [sessionsOf(viewer.id), 1] };
  },
  'POST /auth/forgot': async (world) => ({
    path: '/auth/forgot',
    as: null,
    fields: { email: (await world.person()).email },
    effect: null,
  }),
  'POST /auth/reset/:token': async (world) => {
    const viewer = await withPassword(world);
    const token = await link(world, viewer, 'reset');
    const effect = `select count(*) from account_links where user_id = ${viewer.id}`;
    const fields = { password: 'closed guard', confirmPassword: 'closed guard' };
    return { path: `/auth/reset/${token}`, as: null, fields, effect: [effect, -1] };
  },
  'POST /auth/verify/:token': async (world) => {
    const viewer = await world.person();
    await row(world.em())`update users set verified_email = null where id = ${viewer.id}`;
    const token = await link(world, viewer, 'verify');
    const effect = `select count(verified_email) from users where id = ${viewer.id}`;
    return { path: `/auth/verify/${token}`, as: viewer, fields: {}, effect: [effect, 1] };
  },
  'POST /auth/undo/:token': async (world) => {
    const viewer = await withPassword(world);
    await row(
      world.em(),
    )`update users set email = ${`${fresh('thief')}@example.org`} where id = ${viewer.id}`;
    const token = await link(world, viewer, 'undo');
    const effect = `select count(*) from account_links where user_id = ${viewer.id} and purpose = 'reset'`;
    return { path: `/auth/undo/${token}`, as: null, fields: {}, effect: [effect, 1] };
  },
  'POST /emails/off/:token': async (world) => {
    const viewer = await world.person();
    const token = offToken(world.systemContext().box, { kind: 'messages', memberId: viewer.id });
    const effect = `select count(*) from users where id = ${viewer.id} and wants_message_mail`;
    return { path: `/emails/off/${token}`, as: null, fields: {}, effect: [effect, -1] };
  },
  'POST /account/email': async (world) => {
    const viewer = await withPassword(world);
    const fields = { email: `${fresh('moves')}@example.org`, currentPassword: password };
    const effect = `select count(pending_email) from users where id = ${viewer.id}`;
    return { path: '/account/email', as: viewer, fields, effect: [effect, 1] };
  },
  'POST /account/email/send-again': async (world) => {
    const viewer = await world.person();
    await row(world.em())`update users set verified_email = null where id = ${viewer.id}`;
    return { path: '/account/email/send-again', as: viewer, fields: {}, effect: null };
  },
  'POST /account/email/cancel': async (world) => {
    const viewer = await world.person();
    await row(world.em())`update users set pending_email = 'new@example.org',
      pending_email_until = now() + interval '1 day' where id = ${viewer.id}`;
    const effect = `select count(pending_email) from users where id = ${viewer.id}`;
    return { path: '/account/email/cancel', as: viewer, fields: {}, effect: [effect, -1] };
  },
  'POST /account/security': async (world) => {
    const viewer = await withPassword(world);
    const fields = { currentPassword: password, password: 'closed guard', confirmPassword: 'closed guard' };
    // The first one ends the sessions of the others and begins its own.
    return { path: '/account/security', as: viewer, fields, effect: [sessionsOf(viewer.id), [0, 7]] };
  },
  'POST /account/security/second-factor/begin': async (world) => {
    const viewer = await world.person();
    const effect = `select count(*) from second_factors where user_id = ${viewer.id}`;
    const path = '/account/security/second-factor/begin';
    return { path, as: viewer, fields: {}, effect: [effect, 1] };
  },
  'POST /account/security/second-factor': async (world) => {
    const viewer = await withPassword(world);
    const key = await keyOf(world, viewer);
    const fields = { code: codeAt(key, new Date()), currentPassword: password };
    const effect = `select count(confirmed_at) from second_factors where user_id = ${viewer.id}`;
    return { path: '/account/security/second-factor', as: viewer, fields, effect: [effect, 1] };
  },
  'POST /account/security/second-factor/codes': async (world) => {
    const { viewer, proof } = await protectedMember(world);
    const effect = `select count(*) from recovery_codes where user_id = ${viewer.id}`;
    const path = '/account/security/second-factor/codes';
    return { path, as: viewer, fields: proof, effect: [effect, 0] };
  },
  'POST /account/security/second-factor/off': async (world) => {
    const { viewer, proof } = await protectedMember(world);
    const effect = `select count(*) from second_factors where user_id = ${viewer.id}`;
    const path = '/account/security/second-factor/off';
    return { path, as: viewer, fields: proof, effect: [effect, -1] };
  },
  'POST /account/security/end/:id': async (world) => {
    const viewer = await world.person();
    const visit = { now: new Date(), agent: null, address: '127.0.0.1' };
    await beginSession(world.em(), viewer.id, visit);
    const other = await row<{ id: number }>(world.em())`select id from sessions where user_id = ${viewer.id}`;
    const path = `/account/security/end/${other?.id}`;
    return { path, as: viewer, fields: {}, effect: [sessionsOf(viewer.id), -1] };
  },
  'POST /account/security/end-all': async (world) => {
    const viewer = await world.person();
    const visit = { now: new Date(), agent: null, address: '127.0.0.1' };
    await beginSession(world.em(), viewer.id, visit);
    const effect: [string, [number, number]] = [sessionsOf(viewer.id), [-2, 6]];
    return { path: '/account/security/end-all', as: viewer, fields: {}, effect };
  },
  'POST /account/data/delete': async (world) => {
    const viewer = await withPassword(world);
    const fields = { confirm: viewer.username, currentPassword: password };
    const effect = `select count(*) from users where id = ${viewer.id} and status = 'deleted'`;
    return { path: '/account/data/delete', as: viewer, fields, effect: [effect, 1] };
  },
};
