import { bigint, json, nullable, row, rows, run, text } from '../../db/raw.server.ts';
import type { SandboxDatabase } from './database.server.ts';
import { saveEvents } from './events.sql.server.ts';
import { consumeFaults, remaining } from './faults.sql.server.ts';
import { type Inspector, inspected } from './inspector.server.ts';
import { notes, type Settings, type State, stripeObject } from './state.server.ts';
import { nextTurn } from './time.server.ts';

export interface Core {
  db: SandboxDatabase;
  settings: Settings;
  /** Seconds since 1970, by the given clock. */
  now(): number;
  /** Called after each operation, when events may wait. */
  afterwards(): void;
  inspector?: Inspector | undefined;
}

/** Lets operations run one at a time, so that their answers never contradict each other. */
export const oneAtATime = (db: SandboxDatabase) => run(db)`select pg_advisory_xact_lock(823412)`;

/** Reads all objects of the customer that the ids belong to. */
export async function load(
  db: SandboxDatabase,
  { settings, now }: Core,
  ids: string[],
  at = now(),
): Promise<State> {
  const stored = await rows(db, { id: text, body: json(stripeObject), notes: nullable(json(notes)) })`
    select id, body, notes from sandbox.object
    where customer_id in (select customer_id from sandbox.object where id = any(${ids})) order by position`;
  return {
    now: at,
    settings,
    objects: new Map(stored.map(({ id, body }) => [id, body])),
    notes: new Map(stored.flatMap(({ id, notes }) => (notes ? [[id, notes]] : []))),
    events: [],
    declines: 0,
  };
}

/** The object that time changes next, if that is until then. */
export const nextDue = (db: SandboxDatabase, until: number) =>
  row(db, { id: text, dueAt: bigint })`
    select id, due_at as "dueAt" from sandbox.object where due_at <= ${until} order by due_at, position limit 1`;

/** Runs `work` on the objects of one customer, alone and in one transaction, and saves what it changed. */
export async function change<Answer>(
  core: Core,
  ids: string[],
  work: (state: State) => Answer | Promise<Answer>,
): Promise<Answer> {
  const answer = await core.db.transaction(async (inside) => {
    await oneAtATime(inside);
    return changeInside(inside, core, { ids, at: core.now() }, work);
  });
  core.afterwards();
  return answer;
}

/** The same inside a transaction that has the lock. */
export async function changeInside<Answer>(
  db: SandboxDatabase,
  core: Core,
  { ids, at }: { ids: string[]; at: number },
  work: (state: State) => Answer | Promise<Answer>,
): Promise<Answer> {
  const state = await load(db, core, ids, at);
  state.declines = await remaining(db, 'decline');
  const { declines } = state;
  const before = new Map(recordsOf(state).map((record) => [record.id, JSON.stringify(record)]));
  const answer = await work(state);
  const changed = recordsOf(state).filter((record) => before.get(record.id) !== JSON.stringify(record));
  inspected(core, 'Event', state.events);
  await save(db, state, changed);
  if (state.declines < declines) await consumeFaults(db, 'decline', declines - state.declines);
  return answer;
}

const customerOf = ({ objects }: State) =>
  [...objects.values()].find(({ object }) => object === 'customer')?.id ?? '';

const recordsOf = (state: State) =>
  [...state.objects.values()].map((body) => ({
    id: body.id,
    kind: body.object,
    due_at: nextTurn(state, body)?.at ?? null,
    body,
    notes: state.notes.get(body.id) ?? null,
  }));

async function save(db: SandboxDatabase, state: State, changed: object[]): Promise<void> {
  if (changed.length > 0) {
    await run(db)`
      insert into sandbox.object (id, kind, customer_id, due_at, body, notes)
      select id, kind, ${customerOf(state)}, due_at, body, notes from
        jsonb_to_recordset(${JSON.stringify(changed)}) as o (id text, kind text, due_at bigint, body jsonb, notes jsonb)
      on conflict (id) do update set due_at = excluded.due_at, body = excluded.body, notes = excluded.notes`;
  }
  await saveEvents(db, state.events);
}
