import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where systems install ffmpeg. It gets no other variables of this process. */
const toolEnv: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/opt/local/bin',
  NODE_ENV: 'production',
};

/** The only demuxer for each type, because a playlist with a video's name could read other files. */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-msvideo': 'avi',
};

/** Images larger than 4K would need gigabytes to decode. */
const maxFramePixels = 4096 * 2304;
const maxStreams = 32;

export const readingOnly = (path: string, mime: string, { from = 0, threads = 1 } = {}): string[] => [
  ...['-nostdin', '-y', '-max_alloc', '400000000'],
  ...['-protocol_whitelist', 'file,pipe', '-f', demuxers[mime] ?? 'mov'],
  ...['-max_streams', String(maxStreams), '-max_pixels', String(maxFramePixels), '-threads', String(threads)],
  ...(from > 0 ? ['-ss', from.toFixed(2)] : []),
  ...['-i', `file:${path}`],
];

export interface Bounds {
  ms: number;
  memoryBytes: number;
  fileBytes: number;
}

export type Ending = 'done' | 'failed' | 'late' | 'stopped';

interface Watching {
  signal?: AbortSignal | undefined;
  onLine?: (line: string) => void;
}

/** Runs ffmpeg without a shell, at low priority and with limits. If the system has the tools, memory, processor time
 *  and files are limited too, and it ends with this process (ADR-023). */
export function ffmpeg(args: string[], bounds: Bounds, { signal, onLine }: Watching = {}): Promise<Ending> {
  const [command = 'ffmpeg', ...rest] = [...fences(bounds), 'ffmpeg', ...args];
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve('stopped');
    // A process group of its own, so that all of it can be killed at once.
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
      } catch {}
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

/** Whether this machine has an ffmpeg with the needed encoders. Checked once. */
export function canConvert(): boolean {
  const known = found.get('converts');
  if (known !== undefined) return known;
  const options = { env: toolEnv, encoding: 'utf8', timeout: 10_000 } as const;
  const listed = hasTool('ffmpeg') ? spawnSync('ffmpeg', ['-hide_banner', '-encoders'], options).stdout : '';
  const converts = / libx264 /.test(listed) && / aac /.test(listed);
  found.set('converts', converts);
  return converts;
}
