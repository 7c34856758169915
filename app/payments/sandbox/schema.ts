/** The sandbox's own tables. No table of Summa may refer to them. Times are whole seconds since 1970. */
export const sandboxSchema: string[] = [
  `create schema if not exists sandbox`,
  // Stripe's objects as its API answers them, and in \`notes\` what Stripe knows of them but does not show.
  `create table if not exists sandbox.object (
    id text primary key,
    position bigint generated always as identity,
    kind text not null,
    customer_id text not null,
    due_at bigint,
    body jsonb not null,
    notes jsonb
  )`,
  `create index if not exists object_due on sandbox.object (due_at) where due_at is not null`,
  `create index if not exists object_customer on sandbox.object (customer_id, position)`,
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
    status int not null,
    body text not null,
    created_at bigint not null
  )`,
  `create table if not exists sandbox.fault (
    name text primary key,
    remaining int not null,
    value int not null
  )`,
];
