import { Kysely, type KyselyConfig } from 'kysely';
import type { Scope } from '../../../app/scope.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Actual Rows': number;
  Plans?: Node[];
}

export interface Plan {
  sql: string;
  /** Tables read from end to end. */
  scanned: string[];
  /** Rows that were read and discarded. */
  wasted: number;
  /** Rows that were read before the first result, for sorting or adding up. */
  gathered: number;
}

interface Compiled {
  sql: string;
  parameters: readonly unknown[];
}
interface Executor {
  executeQuery: (query: Compiled, ...rest: unknown[]) => Promise<{ rows: unknown[] }>;
}

/** A scope whose statements are explained as they run: `plans` holds what PostgreSQL did for each. */
export function watched(scope: Scope): { scope: Scope; plans: Plan[] } {
  const plans: Plan[] = [];
  const watch = (executor: Executor) =>
    new Proxy(executor, {
      get(target, name) {
        if (name !== 'executeQuery') return bound(target, name);
        return async (query: Compiled, ...rest: unknown[]) => {
          const sql = `explain (analyze, format json) ${query.sql}`;
          const { rows } = await target.executeQuery({ ...query, sql }, ...rest);
          plans.push(read(query.sql, rows[0] as Explained));
          return target.executeQuery(query, ...rest);
        };
      },
    });
  const em = new Proxy(scope.em, {
    get(target, name) {
      if (name !== 'getKysely') return bound(target, name);
      return () => {
        const executor = watch(target.getKysely().getExecutor() as unknown as Executor);
        // Kysely copies itself with another executor in this way, which its public types do not say.
        return new Kysely({ config: {}, driver: {}, dialect: {}, executor } as unknown as KyselyConfig);
      };
    },
  });
  return { scope: { ...scope, em }, plans };
}

const bound = (target: object, name: string | symbol) => {
  const value = Reflect.get(target, name) as unknown;
  return typeof value === 'function' ? value.bind(target) : value;
};

interface Explained {
  'QUERY PLAN': [{ Plan: Node }];
}

function read(sql: string, explained: Explained): Plan {
  const [{ Plan: root }] = explained['QUERY PLAN'];
  const nodes = flatten(root).filter((node) => node['Actual Loops'] > 0);
  const scans = nodes.filter((node) => node['Node Type'].endsWith('Seq Scan'));
  const removed = (node: Node) =>
    ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops'];
  return {
    sql,
    scanned: scans.map((node) => node['Relation Name'] ?? ''),
    wasted: Math.max(0, ...nodes.map(removed)),
    gathered: Math.max(0, ...nodes.filter(gathers).flatMap(({ Plans = [] }) => Plans.map(given))),
  };
}

const gathers = (node: Node) => ['Sort', 'Aggregate'].includes(node['Node Type']);
const given = (node: Node) => node['Actual Rows'] * node['Actual Loops'];

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
