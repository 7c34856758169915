type Query = (this: object, ...given: unknown[]) => unknown;

/** Asks a client of `pg`, and gives `hear` the answer before the caller gets it: in a promise or a callback. */
export function askAndHear(
  query: Query,
  client: object,
  given: unknown[],
  hear: (error: Error | null, result?: unknown) => void,
): unknown {
  const callback = given.at(-1);
  if (typeof callback === 'function') {
    const heard = (error: Error | null, result?: unknown) => {
      hear(error, result);
      callback(error, result);
    };
    return query.apply(client, [...given.slice(0, -1), heard]);
  }
  const answer = query.apply(client, given);
  if (!(answer instanceof Promise)) return answer;
  return answer.then(
    (result: unknown) => {
      hear(null, result);
      return result;
    },
    (error: Error) => {
      hear(error);
      throw error;
    },
  );
}
