import pg from 'pg';

interface Asked {
  text: string;
  values: unknown[];
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
const prototype = pg.Client.prototype as unknown as { query: Query };

/** A node of a plan, as `explain (format json)` writes it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** Every statement that this process sent to PostgreSQL while `act` ran, with the client that sent it. */
async function during(act: () => Promise<unknown>): Promise<{ client: pg.Client; asked: Asked }[]> {
  const sent: { client: pg.Client; asked: Asked }[] = [];
  const { query } = prototype;
  prototype.query = function (...given) {
    const [first, second] = given as [string | Partial<Asked>, unknown[] | undefined];
    const { text = '', values = [] } = typeof first === 'string' ? { text: first, values: second } : first;
    sent.push({ client: this, asked: { text, values } });
    return query.apply(this, given);
  };
  try {
    await act();
  } finally {
    prototype.query = query;
  }
  return sent;
}

/** The texts of all statements that `act` sent. */
export const statementsOf = async (act: () => Promise<unknown>): Promise<string[]> =>
  (await during(act)).map(({ asked }) => asked.text);

/** The plan of each query that `act` sent: the same text with the same values, explained on the same connection, so
 *  that tests contain no copies of queries. */
export async function plansOf(
  act: () => Promise<unknown>,
): Promise<{ text: string; nodes: (PlanNode & { rows: number })[] }[]> {
  const plans = [];
  for (const { client, asked } of await during(act)) {
    if (!/^\s*(select|with)\b/i.test(asked.text)) continue;
    const explained = await client.query(`explain (analyze, format json) ${asked.text}`, asked.values);
    const [{ Plan }] = explained.rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }];
    plans.push({ text: asked.text, nodes: flat(Plan) });
  }
  return plans;
}

const flat = (node: PlanNode): (PlanNode & { rows: number })[] => [
  { ...node, rows: (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0) },
  ...(node.Plans ?? []).flatMap(flat),
];
