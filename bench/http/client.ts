import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Answers, parseWrk } from './figures.ts';

const run = promisify(execFile);

/** What the client sends, one after another and then from the beginning. */
export interface Requests {
  port: number;
  file: string;
  /** How many of them were sent, so that the next window begins where the last one ended. */
  sent: number;
}

/** Separates the requests of a file: no request has this byte. */
const separator = '\0';

const script = `
local requests, count, at = {}, 0, 0
function init(args)
  for request in io.open(args[1], 'rb'):read('*a'):gmatch('[^%z]+') do
    count = count + 1
    requests[count] = request
  end
  at = tonumber(args[2])
end
function request()
  at = at % count + 1
  return requests[at]
end`;

export const writeRequests = (file: string, requests: string[]) =>
  writeFileSync(file, requests.join(separator), 'latin1');

export const isThere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Before a command line, so that it runs on one core. */
export const onCore = (core: number | null) => (core === null ? [] : ['taskset', '-c', String(core)]);

/** Sends requests over some connections for some seconds: by `wrk` where it is there, else by a client of our own. */
export function openClient({
  folder,
  core,
  connections,
}: {
  folder: string;
  core: number | null;
  connections: number;
}) {
  const hasWrk = isThere('wrk');
  const lua = join(folder, 'requests.lua');
  if (hasWrk) writeFileSync(lua, script);
  return {
    name: hasWrk ? 'wrk' : 'own client',
    async send(requests: Requests, seconds: number): Promise<Answers> {
      const { port, file, sent } = requests;
      const address = `http://127.0.0.1:${port}/`;
      const wrk = [
        'wrk',
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--latency',
        '--timeout',
        '20s',
        '-s',
        lua,
      ];
      const own = [process.execPath, 'bench/http/own-client.ts'];
      const words = hasWrk
        ? [...wrk, address, '--', file, String(sent)]
        : [...own, String(port), file, String(sent), String(connections), String(seconds)];
      const [program = '', ...args] = [...onCore(core), ...words];
      const { stdout } = await run(program, args);
      const answers = hasWrk ? parseWrk(stdout) : (JSON.parse(stdout) as Answers);
      requests.sent = sent + answers.answers;
      return answers;
    },
  };
}
