import pg from 'pg';

const { INT8 } = pg.types.builtins;
/** The array of them, which `builtins` leaves out. */
const int8Array = 1016;

/** Reads each `bigint` of a connection as a number. Every sum and counter of the site fits, and one that does not fails
 *  instead of being rounded (ADR-064). */
export function readWholeNumbers(client: pg.ClientBase): void {
  const readArray = pg.types.getTypeParser(int8Array as typeof INT8) as (text: string) => string[];
  client.setTypeParser(INT8, wholeNumber);
  client.setTypeParser(int8Array as typeof INT8, (text: string) => readArray(text).map(wholeNumber));
}

/** @throws RangeError above 2^53, where a number of JavaScript is no longer exact */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no exact number`);
  return value;
}
