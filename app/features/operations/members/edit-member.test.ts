import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row } from '../../../../tests/support/sql.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { AdminScope, Viewer } from '../../../scope.ts';
import { makeLink } from '../../identity/email-links/links.server.ts';
import { readLink } from '../../identity/email-links/links.sql.server.ts';
import { memberPatch } from './edit-member.schema.ts';
import { updateMember } from './edit-member.server.ts';
import { findMember } from './member.server.ts';

const world = testWorld();
let admin: AdminScope;
let member: Viewer;
beforeEach(async () => {
  admin = world.member(await world.person({ isAdmin: true }));
  member = await world.person({ firstName: 'Old', lastName: 'Name' });
});
const change = (input: Record<string, unknown>) =>
  updateMember(admin, member.id, () => memberPatch.parse(input));

describe('an admin edits a member', () => {
  test('only named fields change, words may be typed as they are shown, and the log has both values', async () => {
    await change({ firstName: 'New', martialArt: 'Brazilian Jiu-Jitsu', beltLevel: 'Blue Belt' });
    const now = await findMember(world.em(), member.id);
    const changed = { firstName: 'New', martialArt: 'bjj', beltLevel: 'blue' };
    expect(now).toMatchObject({ ...changed, lastName: 'Name', username: member.username });
    expect(await auditEntriesAbout(world.em(), 'creator', member.id)).toEqual([
      {
        by: admin.viewer.id,
        verb: 'edited',
        name: `Old Name @${member.username}`,
        before: { firstName: 'Old', martialArt: null, beltLevel: null },
        after: changed,
        note: null,
      },
    ]);
    await change({ firstName: 'New', isAdmin: true });
    expect(await auditEntriesAbout(world.em(), 'creator', member.id)).toHaveLength(1);
    await change({ bio: '', acceptsRequests: false, beltLevel: 'no belt', martialArt: '' });
    const emptied = { bio: null, acceptsRequests: false, beltLevel: 'n/a', martialArt: null };
    expect(await findMember(world.em(), member.id)).toMatchObject(emptied);
  });

  test.each([
    ['firstName', { firstName: ' ' }, 'First name is required'],
    ['lastName', { lastName: '<b>' }, 'Last name must not contain < or >'],
    ['username', { username: 'a b' }, 'Username may contain only the letters a-z, digits and _'],
    ['bio', { bio: '<script>x' }, 'Bio must be plain text, without HTML'],
    ['email', { email: 'nobody' }, 'Please enter a valid email address, like name@example.com'],
    ['martialArt', { martialArt: 'chess' }, 'Please choose a martial art from the list.'],
    ['beltLevel', { beltLevel: 'plaid' }, 'Please choose a belt from the list.'],
  ])('%s is checked as in the registration and the profile', (field, input, message) => {
    const parsed = memberPatch.safeParse(input);
    expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toContainEqual([
      field,
      message,
    ]);
  });

  test('a name or address that is taken, reserved or too similar is refused, and nothing is written', async () => {
    const other = await world.person({ username: 'marina_test' });
    await world.item({ creator: other.id });
    for (const [input, errors] of [
      [{ username: 'Marina_Test' }, { username: ['This username is taken.'] }],
      [{ username: 'rnarina_test' }, { username: [expect.stringMatching(/looks too much like/)] }],
      [{ username: 'admin' }, { username: [expect.stringMatching(/reserved/)] }],
      [{ email: other.email.toUpperCase() }, { email: ['There is already an account with this email.'] }],
      [
        { username: 'staff', email: other.email },
        { username: [expect.any(String)], email: [expect.any(String)] },
      ],
    ] as const) {
      await expect(change({ ...input, firstName: 'Never' })).rejects.toMatchObject({ errors });
    }
    expect(await findMember(world.em(), member.id)).toMatchObject({ firstName: 'Old' });
    expect(await auditEntriesAbout(world.em(), 'creator', member.id)).toEqual([]);
  });

  test('a new address ends the links of the old mailbox, and must be confirmed', async () => {
    await row(world.em())`update users set verified_email = email where id = ${member.id}`;
    const order = { userId: member.id, email: member.email, askedAt: world.clock.at };
    const token = await makeLink(world.em(), { ...order, purpose: 'reset' });
    const undo = await makeLink(world.em(), { ...order, purpose: 'undo' });
    await change({ email: 'found@example.com' });
    expect(await readLink(world.em(), token, ['reset'], world.clock.at)).toBeNull();
    expect(await readLink(world.em(), undo, ['undo'], world.clock.at)).toBeNull();
    const mails = await world.mail.deliver();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining([
        ['found@example.com', 'Please confirm your email address'],
        [member.email, 'Your email address was changed'],
      ]),
    );
  });
});
