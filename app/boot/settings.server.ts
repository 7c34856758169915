import { type Env, readEnv } from '../env.server.ts';
import { log } from '../http/log.server.ts';

/** The settings of this process, checked; its log keeps to them from here on. @throws Error that names what is wrong */
export function readSettings(): Env {
  const env = readEnv();
  log.level = env.logLevel;
  return env;
}
