import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time for other programs in hundredths of a second. */
const msPerTick = 10;

export interface ProcessTime {
  parent: number;
  /** Milliseconds of processor time, of all its threads. */
  ownMs: number;
  /** The same of its children that have ended. */
  endedMs: number;
}

export type Snapshot = Map<number, ProcessTime>;

/** Reads `/proc/PID/stat`. The name of the program, in brackets, may hold spaces and brackets itself. */
export function parseStat(text: string): ProcessTime {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ms = (...at: number[]) => at.reduce((sum, each) => sum + Number(fields[each]), 0) * msPerTick;
  return { parent: Number(fields[1]), ownMs: ms(11, 12), endedMs: ms(13, 14) };
}

/** The processor time of every process of the machine. */
export function snapshot(): Snapshot {
  const all: Snapshot = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      all.set(Number(pid), parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')));
    } catch {
      // The process ended before it was read.
    }
  }
  return all;
}

/** A process with its children, theirs and so on. */
export function familyOf(all: Snapshot, root: number): number[] {
  const family = all.has(root) ? [root] : [];
  for (const member of family) for (const [pid, { parent }] of all) if (parent === member) family.push(pid);
  return family;
}

/** Milliseconds that a process and its children used between two snapshots, ended children included. */
export function usedBy(root: number, before: Snapshot, after: Snapshot): number {
  const total = (all: Snapshot) =>
    familyOf(all, root).reduce(
      (sum, pid) => sum + (all.get(pid)?.ownMs ?? 0) + (all.get(pid)?.endedMs ?? 0),
      0,
    );
  return total(after) - total(before);
}

/** Milliseconds that other programs of the machine used between two snapshots: all outside the families of `roots`. */
export function usedByOthers(roots: number[], before: Snapshot, after: Snapshot): number {
  const own = new Set(roots.flatMap((root) => familyOf(after, root)));
  let ms = 0;
  for (const [pid, { ownMs }] of after) if (!own.has(pid)) ms += ownMs - (before.get(pid)?.ownMs ?? 0);
  return ms;
}

export interface Memory {
  /** Megabytes in memory, and the most there ever were. */
  nowMb: number;
  mostMb: number;
  /** Without what it shares with other processes, such as the buffers of PostgreSQL. */
  ownMb: number;
}

/** Reads `/proc/PID/status`. */
export function parseStatus(text: string): Memory {
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024);
  return { nowMb: megabytes('VmRSS'), mostMb: megabytes('VmHWM'), ownMb: megabytes('RssAnon') };
}

export const memoryOf = (pid: number): Memory => parseStatus(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** The numbers of a list such as `0-3,8`. */
export function parseCores(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });
}

/** The cores that this process may use. */
export function ownCores(): number[] {
  const [, list = '0'] = /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return parseCores(list);
}
