import { log } from '../http/telemetry/log.server.ts';

/** Ends the process after so long, whatever its stop still waits for: an operator's patience, and a service manager's, has
 *  an end. Call it when the stop begins. */
export function endWithin(ms: number, exit: (code: number) => void = process.exit): void {
  setTimeout(() => {
    log.warn(`the stop took ${ms / 1_000} s; what was left is ended`);
    exit(0);
  }, ms).unref();
}
