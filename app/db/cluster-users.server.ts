import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './alive.server.ts';

/** Notes that this process uses the cluster: in the folder `users`, each has a file named by its id. */
export function enter(users: string) {
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, String(process.pid)), '');
}

/** Takes our file away; whether no other process that lives has one. */
export function isLastToLeave(users: string): boolean {
  rmSync(join(users, String(process.pid)), { force: true });
  const others = existsSync(users) ? readdirSync(users) : [];
  for (const dead of others.filter((pid) => !isAlive(Number(pid))))
    rmSync(join(users, dead), { force: true });
  return !others.some((pid) => isAlive(Number(pid)));
}
