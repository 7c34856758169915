import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/** More texts than the site has in daily use. A statement above it is planned anew each time, as without a name. */
const mostNames = 300;

/** Counts up when PostgreSQL no longer accepts what it prepared, so that all connections prepare anew. */
let generation = 0;

/** Gives each statement with parameters a name, so that PostgreSQL parses and plans it once per connection instead of
 *  at each execution (ADR-058). Names end with their connection, which the pool renews. */
export function prepareStatements(client: pg.ClientBase, { isPooled = false } = {}): void {
  // Found at each call, as `super.query` would be: tests replace the method of the class.
  const query = (...args: unknown[]): unknown => Object.getPrototypeOf(client).query.apply(client, args);
  let names = new Map<string, string>();
  let named = generation;
  if (!isPooled) describeOnce(client as unknown as Described);

  function nameOf(text: string): string | undefined {
    if (named !== generation) [names, named] = [new Map(), generation];
    const known = names.get(text);
    if (known || names.size >= mostNames) return known;
    const name = `${generation}-${names.size}`;
    names.set(text, name);
    return name;
  }

  const queryByName = (...args: unknown[]) => {
    const [text, values, ...rest] = args;
    const isPlain =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0;
    const name = isPlain ? nameOf(text) : undefined;
    if (!name) return query(...args);
    // With a callback of our own: that of pg's promise would keep each result until the next full garbage collection, because
    // V8 makes a function that is assigned to a property an old object (ADR-090).
    const answer = new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result));
      query({ name, text, values }, settle);
    });
    return answer.catch((error: Error) => {
      if (isStalePlan(error)) generation += 1;
      // As pg does: from here it leads to the caller, and not to an event of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  };
  client.query = queryByName as typeof client.query;
}

/** What `pg` has without types: the query that is being sent or answered, and the connection that it is written to. */
interface Described {
  _getActiveQuery(): NamedQuery | null;
  connection: EventEmitter & { describe(portal: object): void };
}
interface NamedQuery {
  name?: string;
  _result: Columns;
  _accumulateRows?: boolean;
}
/** What a result knows of its columns: their names, how each is read, and a row without values. */
interface Columns {
  fields: pg.FieldDef[];
  _parsers?: unknown[];
  _prebuiltEmptyResultObject: object | null;
}

/** Asks for the columns of a prepared statement at its first execution only: PostgreSQL refuses a name whose columns
 *  would be others by now (`isStalePlan`). Describing and reading them takes a twentieth of a member's page. */
function describeOnce(client: Described): void {
  const { connection } = client;
  const askColumns = connection.describe.bind(connection);
  /** By name; without columns for a statement that answers no rows. */
  const known = new Map<string, Columns>();
  const note = () => {
    const { name, _result } = client._getActiveQuery() ?? {};
    if (!name || !_result) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = _result;
    known.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
  };
  // The listeners of `pg` itself are first.
  for (const event of ['rowDescription', 'noData']) connection.on(event, note);
  connection.describe = (portal) => {
    const query = client._getActiveQuery();
    const columns = known.get(query?.name ?? '');
    if (!query || !columns) return askColumns(portal);
    Object.assign(query._result, columns);
    query._accumulateRows = true;
  };
}

/** Whether PostgreSQL refused a prepared statement that it would accept anew: a column changed its type meanwhile, or
 *  something between closed the names of the connection. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return code === '26000' || (code === '0A000' && /cached plan/.test(String(message)));
}
