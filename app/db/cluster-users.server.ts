import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './alive.server.ts';

/** Records that a process (by default this one) uses the cluster, as a file in `users` named by the process id. */
export function enter(users: string, pid = process.pid) {
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, String(pid)), '');
}

/** Removes this process's file. True when no other living process has one. */
export function isLastToLeave(users: string): boolean {
  rmSync(join(users, String(process.pid)), { force: true });
  const others = existsSync(users) ? readdirSync(users) : [];
  for (const dead of others.filter((pid) => !isAlive(Number(pid))))
    rmSync(join(users, dead), { force: true });
  return !others.some((pid) => isAlive(Number(pid)));
}
