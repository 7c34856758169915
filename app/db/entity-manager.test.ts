import { beforeEach, describe, expect, test } from 'vitest';
import { row } from '../../tests/support/sql.ts';
import { testWorld } from '../../tests/support/world.ts';
import { Follow } from '../features/community/follows/follow.entity.ts';
import { User } from '../features/identity/accounts/user.entity.ts';
import type { Em } from './orm.server.ts';
import { ConflictError } from './retry-on-conflict.server.ts';

const world = testWorld();
let one = 0;
let other = 0;
beforeEach(async () => {
  one = (await world.person()).id;
  other = (await world.person()).id;
});

const bioOf = async (id: number) =>
  (await row<{ bio: string | null }>(world.em())`select bio from users where id = ${id}`)?.bio;
const addTo = (em: Em, id: number) =>
  row(em)`update users set bio = coalesce(bio, '') || '+' where id = ${id}`;

/** Resolves once both have arrived. */
function meeting() {
  let waiting = 2;
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return async () => {
    waiting -= 1;
    if (waiting <= 0) open();
    await opened;
  };
}

describe('a transaction that loses by a deadlock', () => {
  test('is run again: two transactions that lock in opposite orders both succeed, each once', async () => {
    const meet = meeting();
    let begun = 0;
    const cross = (first: number, second: number) =>
      world.em().transactional(async (em) => {
        begun += 1;
        await addTo(em, first);
        await meet();
        await addTo(em, second);
      });
    await Promise.all([cross(one, other), cross(other, one)]);
    expect(begun).toBe(3);
    expect([await bioOf(one), await bioOf(other)]).toEqual(['++', '++']);
  });

  test('is run again as a whole when a savepoint inside it was lost', async () => {
    const meet = meeting();
    const cross = (first: number, second: number) =>
      world.em().transactional(async (em) => {
        await addTo(em, first);
        await meet();
        await em.transactional((inside) => addTo(inside, second));
      });
    await Promise.all([cross(one, other), cross(other, one)]);
    expect([await bioOf(one), await bioOf(other)]).toEqual(['++', '++']);
  });

  test('begins each try with the entities as they are in the database', async () => {
    const em = world.em();
    const member = await em.findOneOrFail(User, one);
    let tries = 0;
    await em.transactional(async (inside) => {
      tries += 1;
      const found = await inside.findOneOrFail(User, one, { refresh: true });
      expect(found.bio).toBeNull();
      found.bio = `try ${tries}`;
      inside.create(Follow, { follower: other, creator: one, createdAt: world.clock.at } as never);
      await inside.flush();
      if (tries === 1) await row(inside)`do $$ begin raise exception using errcode = '40001'; end $$`;
    });
    expect(await bioOf(one)).toBe('try 2');
    expect(member.bio).toBe('try 2');
    const followed = await row<{ n: number }>(world.em())`
      select count(*)::int as n from follows where creator_id = ${one}`;
    expect(followed?.n).toBe(1);
  });

  test('ends as a conflict when every try is lost, and writes nothing', async () => {
    let tries = 0;
    const losing = world.em().transactional(async (em) => {
      tries += 1;
      await addTo(em, one);
      await row(em)`do $$ begin raise exception using errcode = '40P01'; end $$`;
    });
    await expect(losing).rejects.toThrow(ConflictError);
    expect(tries).toBeGreaterThan(2);
    expect(await bioOf(one)).toBeNull();
  });

  test.each(['23505', '55P03', '57014', '57P01'])('%s is not run again', async (code) => {
    let tries = 0;
    const failing = world.em().transactional(async (em) => {
      tries += 1;
      await row(em)`select set_config('test.code', ${code}, true)`;
      await row(em)`do $$ begin raise exception using errcode = current_setting('test.code'); end $$`;
    });
    await expect(failing).rejects.toMatchObject({ code });
    expect(tries).toBe(1);
  });
});

test('a single statement that loses by a deadlock is run again', async () => {
  await row(world.em())`create sequence losses`;
  await row(world.em())`create function lose_twice() returns int language plpgsql as $$ begin
    -- A sequence does not roll back.
    if nextval('losses') <= 2 then raise exception using errcode = '40P01'; end if;
    return 1; end $$`;
  expect(await row(world.em())`select lose_twice() as done`).toEqual({ done: 1 });
});
