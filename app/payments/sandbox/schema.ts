/** The sandbox's own tables, for a migration. No table of Summa may refer to them. Times are whole milliseconds since
 *  1970. */
export const sandboxSchema: string[] = [
  `create schema if not exists sandbox`,
  `create table if not exists sandbox.paper (
    id text primary key,
    position bigint generated always as identity,
    kind text not null,
    customer_id text not null,
    due_at bigint,
    body jsonb not null,
    created_at bigint not null
  )`,
  `create index if not exists paper_due on sandbox.paper (due_at) where due_at is not null`,
  `create index if not exists paper_customer on sandbox.paper (customer_id, kind)`,
  `create table if not exists sandbox.event (
    id text primary key,
    position bigint generated always as identity,
    payload text not null,
    created_at bigint not null,
    attempts int not null default 0,
    next_attempt_at bigint
  )`,
  `create index if not exists event_waiting on sandbox.event (next_attempt_at) where next_attempt_at is not null`,
  `create table if not exists sandbox.answer (
    key text primary key,
    request text not null,
    answer jsonb,
    created_at bigint not null
  )`,
  `create table if not exists sandbox.fault (
    name text primary key,
    remaining int not null,
    value int not null
  )`,
];
