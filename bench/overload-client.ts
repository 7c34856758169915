import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Sent } from './http/requests.ts';

/** The client of `bin/bench overload`: `PORT FILE SECONDS CONNECTIONS RATE`. With rate 0 each connection sends a request
 *  after the other; else so many begin each second, answered or not. Prints what it saw as JSON. */

export interface Seen {
  seconds: number;
  /** Members' pages by status; 0 is a broken connection. */
  members: Record<string, number>;
  membersMs: number[];
  /** Refusals that do not say when to come back. */
  silent: number;
  keptMs: number[];
  keptFailed: number;
  unready: number;
}

const [port = '', file = '', seconds = '', connections = '', rate = ''] = process.argv.slice(2);
const { members, kept } = JSON.parse(readFileSync(file, 'utf8')) as { members: Sent[]; kept: Sent[] };
const agents = [
  new Agent({ keepAlive: true, maxSockets: Number(connections) }),
  new Agent({ keepAlive: true }),
];
const [forMembers, forKept] = agents;
const seen: Seen = {
  seconds: 0,
  members: {},
  membersMs: [],
  silent: 0,
  keptMs: [],
  keptFailed: 0,
  unready: 0,
};
const keptASecond = 50;

interface Answer {
  status: number;
  ms: number;
  comesBack: boolean;
}

const send = ({ method, path, headers, body }: Sent, agent: Agent | undefined) =>
  new Promise<Answer>((done) => {
    const began = performance.now();
    const answer = (status: number, comesBack: boolean) =>
      done({ status, ms: performance.now() - began, comesBack });
    request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => answer(response.statusCode ?? 0, 'retry-after' in response.headers));
      response.on('error', () => answer(0, false));
    })
      .on('error', () => answer(0, false))
      .end(body);
  });

let at = 0;
async function askAsMember() {
  const { status, ms, comesBack } = await send(members[at++ % members.length] as Sent, forMembers);
  seen.members[status] = (seen.members[status] ?? 0) + 1;
  if (status === 200) seen.membersMs.push(ms);
  if (status === 503 && !comesBack) seen.silent += 1;
}
async function askForKept() {
  const { status, ms } = await send(kept[at % kept.length] as Sent, forKept);
  if (status === 200) seen.keptMs.push(ms);
  else seen.keptFailed += 1;
}
async function askIfReady() {
  const { status } = await send({ method: 'GET', path: '/readyz', headers: {}, body: '' }, forKept);
  if (status !== 200) seen.unready += 1;
}

const began = performance.now();
const until = began + Number(seconds) * 1_000;
/** Calls `act` so often in a second, in bunches of what is due. */
function often(perSecond: number, act: () => Promise<void>): Promise<unknown> {
  const open: Promise<void>[] = [];
  return new Promise((done) => {
    const timer = setInterval(() => {
      const due = ((Math.min(performance.now(), until) - began) / 1_000) * perSecond;
      while (open.length < due) open.push(act());
      if (performance.now() < until) return;
      clearInterval(timer);
      done(Promise.all(open));
    }, 5);
  });
}
async function oneAfterTheOther() {
  while (performance.now() < until) await askAsMember();
}

const asking =
  Number(rate) > 0
    ? [often(Number(rate), askAsMember), often(keptASecond, askForKept), often(5, askIfReady)]
    : Array.from({ length: Number(connections) }, oneAfterTheOther);
await Promise.all(asking);
seen.seconds = (performance.now() - began) / 1_000;
for (const agent of agents) agent.destroy();
process.stdout.write(JSON.stringify(seen));
