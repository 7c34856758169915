import { createServer } from 'node:net';

/** Asks for the port and gives it back, so that a taken one is told before a minute of preparation, not after.
 *  @throws Error that names the way out */
export async function needPort(port: number, host: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => fail(portTrouble(port, error)));
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

export function portTrouble(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} bin/start`);
  return new Error(`Port ${port} cannot be opened: ${error.message}`);
}
