import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where systems install ffmpeg; it sees none of our settings and secrets. */
const toolEnv: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin',
  NODE_ENV: 'production',
};

/** The only reader ffmpeg may use for a type: a playlist dressed as a film could name other files. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
};

/** Larger pictures than 4K are no film for a page; a decoder would want gigabytes for them. */
const maxFramePixels = 4096 * 2304;
const maxStreams = 32;

/** The arguments before and with the film that is read: nothing but this file, as what it is. */
export const readingOnly = (path: string, mime: string, { from = 0, threads = 1 } = {}): string[] => [
  ...['-nostdin', '-y', '-max_alloc', '400000000'],
  ...['-protocol_whitelist', 'file,pipe', '-f', demuxers[mime] ?? 'mov'],
  ...['-max_streams', String(maxStreams), '-max_pixels', String(maxFramePixels), '-threads', String(threads)],
  ...(from > 0 ? ['-ss', from.toFixed(2)] : []),
  ...['-i', `file:${path}`],
];

export interface Bounds {
  /** Killed after so long, with all it started. */
  ms: number;
  memoryBytes: number;
  /** Of each file it writes. */
  fileBytes: number;
}

/** `failed` is ffmpeg's own no. */
export type Ending = 'done' | 'failed' | 'late' | 'stopped';

interface Watching {
  /** Kills it; the ending is then `stopped`. */
  signal?: AbortSignal | undefined;
  /** What it writes to its standard output, line by line. */
  onLine?: (line: string) => void;
}

/** Runs ffmpeg without a shell, nicely, within bounds. Where the system has the tools for it, also its memory,
 *  processor time and files are bounded, and it dies with this process. */
export function ffmpeg(args: string[], bounds: Bounds, { signal, onLine }: Watching = {}): Promise<Ending> {
  const [command = 'ffmpeg', ...rest] = [...fences(bounds), 'ffmpeg', ...args];
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve('stopped');
    // A group of its own, so that all of it can be killed together.
    const child = spawn(command, rest, {
      stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'ignore'],
      env: toolEnv,
      detached: true,
    });
    let ending: Ending | null = null;
    const end = (why: Ending) => {
      ending ??= why;
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    };
    const stop = () => end('stopped');
    const late = setTimeout(() => end('late'), bounds.ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (child.stdout && onLine) createInterface({ input: child.stdout }).on('line', onLine);
    const settle = (code: number | null) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', stop);
      resolve(ending ?? (code === 0 ? 'done' : 'failed'));
    };
    child.on('error', () => settle(null)).on('close', settle);
  });
}

const whole = (value: number) => String(Math.ceil(value));

function fences({ ms, memoryBytes, fileBytes }: Bounds): string[] {
  const limits = [
    ...[`--as=${whole(memoryBytes)}`, `--fsize=${whole(fileBytes)}`, '--nofile=64', '--core=0'],
    `--cpu=${whole((2 * ms) / 1000)}`,
  ];
  return [
    ...(hasTool('nice') ? ['nice', '-n', '15'] : []),
    ...(hasTool('prlimit') ? ['prlimit', ...limits] : []),
    ...(hasTool('setpriv') ? ['setpriv', '--pdeathsig', 'KILL'] : []),
  ];
}

const found = new Map<string, boolean>();

function hasTool(name: string): boolean {
  const known = found.get(name);
  if (known !== undefined) return known;
  const has = (toolEnv.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
  found.set(name, has);
  return has;
}

/** Whether films can be converted here: an ffmpeg with the encoders of what plays everywhere. Asked once. */
export function canConvert(): boolean {
  const known = found.get('converts');
  if (known !== undefined) return known;
  const options = { env: toolEnv, encoding: 'utf8', timeout: 10_000 } as const;
  const listed = hasTool('ffmpeg') ? spawnSync('ffmpeg', ['-hide_banner', '-encoders'], options).stdout : '';
  const converts = / libx264 /.test(listed) && / aac /.test(listed);
  found.set('converts', converts);
  return converts;
}
