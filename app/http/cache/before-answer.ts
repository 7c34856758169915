import type { ServerResponse } from 'node:http';

/** Runs before the answer is sent, because its receiver may then ask for the change at once. */
export function beforeAnswer(response: ServerResponse, act: () => void) {
  const { writeHead } = response;
  Object.assign(response, {
    writeHead: (...head: Parameters<typeof writeHead>) => {
      act();
      return writeHead.apply(response, head);
    },
  });
  response.once('close', act);
}
