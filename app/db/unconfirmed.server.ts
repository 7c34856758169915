import type pg from 'pg';
import { noteAnswer, noteStatement } from './waiting-changes.server.ts';

/** A commit that its standby did not confirm. The code is PostgreSQL's `statement_completion_unknown`, which is answered
 *  as an outage (503): the sender tries again, and a form or call that was carried out is found by its attempt. */
export class UnconfirmedCommit extends Error {
  override name = 'UnconfirmedCommit';
  readonly code = '40003';
  constructor() {
    super('The standby did not confirm this commit');
  }
}

/** The function of PostgreSQL that waits for a standby. Its warning is the only sign that the wait was cancelled, and
 *  unlike the text it is the same in every language. */
const waitingRoutine = 'SyncRepWaitForLSN';

/** Makes a query fail whose commit was made here but not confirmed by the standby that the database waits for
 *  (`synchronous_standby_names`). PostgreSQL calls such a commit a success, and a failover would lose it. */
export function refuseUnconfirmed(client: pg.ClientBase): void {
  const prepared = Object.hasOwn(client, 'query') ? client.query : null;
  const query = (...args: unknown[]): unknown =>
    (prepared ?? Object.getPrototypeOf(client).query).apply(client, args);
  let isUnconfirmed = false;
  client.once('end', () => noteAnswer(client));
  client.on('notice', ({ routine }) => {
    if (routine === waitingRoutine) isUnconfirmed = true;
  });
  const confirmed = (...args: unknown[]) => {
    const answer = query(...args);
    if (!(answer instanceof Promise)) return answer;
    noteStatement(client, args[0]);
    return answer.then(
      (result: unknown) => {
        noteAnswer(client);
        if (!isUnconfirmed) return result;
        isUnconfirmed = false;
        throw new UnconfirmedCommit();
      },
      (error: unknown) => {
        noteAnswer(client);
        isUnconfirmed = false;
        throw error;
      },
    );
  };
  client.query = confirmed as typeof client.query;
}
