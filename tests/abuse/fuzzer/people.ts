import type { Tier } from '../../../app/domain/tiers.ts';
import { hashPassword } from '../../../app/features/identity/accounts/password-hash.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import type { liveWorld } from '../../support/site/live.ts';
import { row, rows } from '../../support/sql.ts';

export type World = ReturnType<typeof liveWorld>;

/** One password for all, so that forms that ask for it can be sent. */
export const password = 'jiujitsu';

const facts: Record<string, { plan: Tier; isAdmin?: boolean }> = {
  free: { plan: 'free' },
  premium: { plan: 'premium' },
  vip: { plan: 'vip' },
  creator: { plan: 'vip' },
  admin: { plan: 'vip', isAdmin: true },
};

export const roles = ['visitor', 'free', 'vip', 'creator', 'admin'];

interface Person {
  id: number;
  username: string;
  sessionId: number;
  cookie: string;
}

/** The people of the fuzzer. Its requests sign them out, suspend and delete them. `renew` signs them in again, or
 *  makes a new one of the same kind when the account is gone. */
export function peopleOf(world: World) {
  const people = new Map<string, Person>();
  let hash = '';

  async function make(role: string, username?: string): Promise<Person> {
    const { plan, isAdmin = false } = facts[role] ?? { plan: 'free' as const };
    hash ||= await hashPassword(password);
    const viewer = await world.person({ plan, isAdmin, username });
    await row(world.em())`update users set password_hash = ${hash} where id = ${viewer.id}`;
    return signedIn({ id: viewer.id, username: viewer.username, sessionId: 0, cookie: '' });
  }

  async function signedIn(person: Person): Promise<Person> {
    const cookie = await world.signIn({ id: person.id } as Viewer);
    const session = await row<{ id: number }>(world.em())`
      select max(id)::int as id from sessions where user_id = ${person.id}`;
    return { ...person, cookie, sessionId: session?.id ?? 0 };
  }

  return {
    /** The accounts whose names are their roles, in this order. */
    async begin() {
      for (const role of Object.keys(facts)) {
        const person = await make(role, role);
        // A second device, which can be signed out.
        people.set(role, await signedIn(person));
      }
    },
    /** A further member on the free plan, for a while. */
    add: async (role: string) => void people.set(role, await make(role)),
    drop: (role: string) => void people.delete(role),
    idOf: (role: string) => people.get(role)?.id ?? 0,
    usernameOf: (role: string) => people.get(role)?.username ?? '',
    cookieOf: (role: string) => people.get(role)?.cookie ?? '',
    /** Gives everyone a valid session and the right role again. */
    async renew() {
      const ids = JSON.stringify([...people.values()].map(({ id }) => id));
      const found = await rows<{ id: number; isAdmin: boolean; sessions: number[] }>(world.em())`
        select u.id, u.is_admin as "isAdmin", array_agg(s.id::int) as sessions
        from users u left join sessions s on s.user_id = u.id
        where u.status = 'active' and u.id in (select value::int from jsonb_array_elements_text(${ids}::jsonb))
        group by u.id`;
      for (const [role, person] of people) {
        const known = found.find(({ id }) => id === person.id);
        if (known?.isAdmin !== Boolean(facts[role]?.isAdmin)) people.set(role, await make(role));
        else if (!known.sessions.includes(person.sessionId)) people.set(role, await signedIn(person));
      }
    },
  };
}

export type People = ReturnType<typeof peopleOf>;
