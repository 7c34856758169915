import { type Env, readEnv } from '../env.server.ts';
import { log } from '../http/telemetry/log.server.ts';

/** Reads the settings of this process and configures its log. @throws Error that names what is wrong */
export function readSettings(): Env {
  const env = readEnv();
  log.level = env.logLevel;
  return env;
}
