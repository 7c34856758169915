import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';

export interface SystemUser {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so under root it runs as a user that every Linux has. */
export function systemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account) throw new Error('PostgreSQL cannot run as root and there is no account "nobody" to lend it.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Under root the other user cannot enter folders such as /root, so the cluster then lives under /var/tmp. */
export function clusterHome(dataDir: string, user: SystemUser | null): string {
  const here = join(resolve(dataDir), 'postgres');
  if (!user || othersMayEnter(resolve(dataDir))) {
    mkdirSync(here, { recursive: true });
    if (user) chownSync(here, user.uid, user.gid);
    return here;
  }
  const pointer = join(dataDir, 'postgres.elsewhere');
  if (!existsSync(pointer))
    writeFileSync(pointer, `/var/tmp/summa-postgres-${randomBytes(8).toString('hex')}`);
  const elsewhere = readFileSync(pointer, 'utf8').trim();
  mkdirSync(elsewhere, { recursive: true });
  chownSync(elsewhere, user.uid, user.gid);
  return elsewhere;
}

export function othersMayEnter(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Systems take 103 bytes at least. */
const longestSocketPath = 100;

export const socketIn = (folder: string, port: number | string) => join(folder, `.s.PGSQL.${port}`);

/** Makes the folder for the socket of a cluster that is about to start. Nothing in it is removed: another process may
 *  have started the cluster a moment ago, and PostgreSQL itself replaces what a killed one left.
 *  @returns null where there can be no socket: the cluster is then reached over TCP alone */
export async function makeSocketFolder(home: string, user: SystemUser | null): Promise<string | null> {
  const folder = join(home, 'sockets');
  // PostgreSQL reads the setting as a list, and gets it through a shell.
  const isPlain = /^[\w./-]+$/.test(folder) && socketIn(folder, 65_535).length <= longestSocketPath;
  if (process.platform === 'win32' || !isPlain) return null;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  return (await takesSockets(folder)) ? folder : null;
}

/** Some file systems of containers and networks do not, and PostgreSQL would not start. */
function takesSockets(folder: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
      .once('error', () => done(false))
      .listen(join(folder, `.try-${randomBytes(4).toString('hex')}`), () => probe.close(() => done(true)));
  });
}
