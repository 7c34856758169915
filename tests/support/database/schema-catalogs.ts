import type pg from 'pg';

/** The tables in the order in which `schema.sql` lists them, each after those that it refers to. */
export const areas: { title: string; tables: string[] }[] = [
  {
    title: 'Members',
    tables: ['users', 'sessions', 'account_links', 'second_factors', 'recovery_codes', 'pending_sign_ins'],
  },
  {
    title: 'The map of jiu-jitsu',
    tables: [
      ...['map_positions', 'map_transitions', 'map_terms', 'map_term_links', 'map_names'],
      ...['map_corrections', 'map_version'],
    ],
  },
  { title: 'Library', tables: ['content', 'content_map_links', 'search_words', 'featured', 'takedowns'] },
  { title: 'Study', tables: ['notes', 'lists', 'list_sections', 'list_entries', 'list_follows'] },
  {
    title: 'Community',
    tables: [
      ...['likes', 'ratings', 'comments', 'follows', 'position_follows'],
      ...['conversations', 'messages', 'conversation_sides', 'blocks', 'notifications'],
    ],
  },
  { title: 'Media', tables: ['media', 'captions', 'clips', 'upload_sessions', 'media_suspects'] },
  {
    title: 'Money',
    tables: [
      ...['customers', 'purchases', 'subscriptions', 'charges', 'ledger_entries', 'refunds', 'disputes'],
      ...['payouts', 'ledger_checkpoints', 'ledger_days', 'ledger_horizon'],
      ...['provider_events', 'event_reads'],
    ],
  },
  { title: 'Custom requests', tables: ['request_offers', 'requests', 'request_steps'] },
  {
    title: 'Operations',
    tables: ['audit_log', 'report_cases', 'reports', 'support_questions', 'support_replies', 'rate_limits'],
  },
  {
    title: 'Counters',
    tables: [
      ...['content_stats', 'content_views', 'content_downloads', 'watched'],
      ...['creator_totals', 'creator_days', 'follower_counts', 'platform_figures', 'position_follow_counts'],
    ],
  },
  {
    title: 'The payment sandbox',
    tables: ['sandbox.object', 'sandbox.event', 'sandbox.answer', 'sandbox.fault'],
  },
];

export interface Table {
  schema: string;
  name: string;
  isUnlogged: boolean;
  options: string | null;
  columns: {
    name: string;
    type: string;
    isRequired: boolean;
    /** `d`: by default, `a`: always, empty: none. */
    identity: string;
    isGenerated: boolean;
    /** Its default, or the expression it is generated from. */
    value: string | null;
  }[];
  /** `p`: primary key, `u`: unique, `f`: foreign key, `c`: check. */
  constraints: { name: string; kind: string; columns: string[]; definition: string }[];
  indexes: string[];
}

/** As SQL names it: with its schema, unless that is `public`. */
export const tableName = ({ schema, name }: Table) => (schema === 'public' ? name : `${schema}.${name}`);

const ofExtension = (catalog: string) =>
  `(select objid from pg_depend where classid = '${catalog}'::regclass and deptype = 'e')`;

/** What the catalogs say of the schemas `public` and `sandbox`, in an order that depends on names alone. */
export async function reading(client: pg.Client) {
  const ask = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows;
  const extensions = await ask<{ name: string }>(
    `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`,
  );
  const sequences = await ask<{ name: string; type: string }>(`
    select c.relname as name, format_type(s.seqtypid, null) as type
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace and not exists
      (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))
    order by 1`);
  const functions = await ask<{ name: string; isTrigger: boolean; definition: string; body: string }>(`
    select proname as name, prorettype = 'trigger'::regtype as "isTrigger",
      pg_get_functiondef(oid) as definition, prosrc as body
    from pg_proc where pronamespace = 'public'::regnamespace and oid not in ${ofExtension('pg_proc')}
    order by 1, pg_get_function_identity_arguments(oid)`);
  const triggers = await ask<{
    name: string;
    table: string;
    calls: string;
    definition: string;
    isAlways: boolean;
  }>(`
    select tgname as name, tgrelid::regclass::text as table, p.proname as calls,
      pg_get_triggerdef(t.oid, true) as definition, tgenabled = 'A' as "isAlways"
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace order by 2, 1`);
  const tables = await ask<Table>(`
    select n.nspname as schema, c.relname as name, c.relpersistence = 'u' as "isUnlogged",
      array_to_string(c.reloptions, ', ') as options,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isRequired', a.attnotnull, 'identity', a.attidentity, 'isGenerated', a.attgenerated <> '',
          'value', pg_get_expr(d.adbin, d.adrelid, true)) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(json_build_object('name', k.conname, 'kind', k.contype,
          'definition', pg_get_constraintdef(k.oid, true), 'columns', (select json_agg(a.attname order by o.at)
            from unnest(k.conkey) with ordinality o (attnum, at)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = o.attnum))
          order by array_position('{p,u,f,c}', k.contype::text), k.conname), '[]')
        from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')) as constraints,
      (select coalesce(json_agg(pg_get_indexdef(i.indexrelid, 0, true) order by x.relname), '[]')
        from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and not exists
          (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))) as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and c.relname <> 'migrations'
    order by 1, 2`);
  return { extensions: extensions.map(({ name }) => name), sequences, functions, triggers, tables };
}
