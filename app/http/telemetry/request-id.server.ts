import { randomInt } from 'node:crypto';

const digits = 6;
const all = 36 ** digits;
const padded = (number: number) => number.toString(36).padStart(digits, '0');
const process = padded(randomInt(all));
let requests = 0;

/** The number of a request in log, answer and error page: short enough to be read out, and no secret. Six random
 *  digits of the process, then a counter, which costs a tenth of a random number. */
export function nextRequestId(): string {
  requests = (requests + 1) % all;
  return process + padded(requests);
}
