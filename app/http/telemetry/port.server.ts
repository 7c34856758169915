import { createServer } from 'node:net';

/** Reports a taken port before a minute of preparation. @throws Error that names what to do */
export async function needPort(port: number, host: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => fail(portError(port, error, host)));
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

export function portError(port: number, error: NodeJS.ErrnoException, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is in use. Choose another: PORT=${port + 1} bin/start`);
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(error.code ?? ''))
    return new Error(`HOST: this machine has no address "${host}".`);
  if (error.code === 'EACCES')
    return new Error(`PORT: this account may not open port ${port}. Choose one above 1023, behind a proxy.`);
  return new Error(`Port ${port} cannot be opened: ${error.message}`);
}
