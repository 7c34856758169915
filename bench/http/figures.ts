/** What the client saw in one window. */
export interface Answers {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** All bytes of the answers, with their headers. */
  bytes: number;
  /** Answers that are no success, and connections that failed. */
  errors: number;
}

/** A window with what the machine spent on it. */
export interface Window extends Answers {
  /** The share of a core that the client used. */
  clientShare: number;
  /** The share of a core that programs used which have no part in this. */
  othersShare: number;
  /** Microseconds of processor time for one answer, by process. */
  cpuUs: Record<string, number>;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of the ratios of one round each, which a machine that slows down for some rounds leaves alone. */
export const pairedRatio = (values: number[], of: number[]): number =>
  median(values.map((value, round) => value / (of[round] ?? Number.NaN)));

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };
const sizes: Record<string, number> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Reads what `wrk --latency` prints. @throws Error when that is not a result */
export function parseWrk(output: string): Answers {
  const ms = (percent: number) => {
    const [, value, unit = ''] =
      new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)\\s*$`, 'm').exec(output) ?? [];
    return Number(value) * (units[unit] ?? Number.NaN);
  };
  const [, answers, read, size = ''] =
    /^\s+(\d+) requests in \S+, ([\d.]+)([KMG]?)B read$/m.exec(output) ?? [];
  const [, perSecond] = /^Requests\/sec:\s+([\d.]+)$/m.exec(output) ?? [];
  if (!answers || !perSecond) throw new Error(`wrk answered no result:\n${output}`);
  const [, refused = 0] = /Non-2xx or 3xx responses: (\d+)/.exec(output) ?? [];
  const [, ...failed] =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  return {
    answers: Number(answers),
    perSecond: Number(perSecond),
    p50Ms: ms(50),
    p99Ms: ms(99),
    bytes: Number(read) * (sizes[size] ?? Number.NaN),
    errors: [refused, ...failed].reduce<number>((sum, count) => sum + Number(count), 0),
  };
}

export interface Summary {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuUs: Record<string, number>;
  /** Of all processes together. */
  cpuUsTotal: number;
  clientShare: number;
  othersShare: number;
  errors: number;
}

export function summaryOf(windows: Window[]): Summary {
  const of = (value: (window: Window) => number) => median(windows.map(value));
  const names = Object.keys(windows[0]?.cpuUs ?? {});
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    cpuUs: Object.fromEntries(names.map((name) => [name, of(({ cpuUs }) => cpuUs[name] ?? 0)])),
    cpuUsTotal: of(totalUs),
    clientShare: of(({ clientShare }) => clientShare),
    othersShare: of(({ othersShare }) => othersShare),
    errors: windows.reduce((sum, { errors }) => sum + errors, 0),
  };
}

export const totalUs = ({ cpuUs }: Window) => Object.values(cpuUs).reduce((sum, us) => sum + us, 0);
