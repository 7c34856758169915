import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { startSite } from '../tests/support/site/site.ts';

/** `bin/bench pages`: warm visitors' pages beside a bare node:http server that sends the same bytes. */

const connections = 32;
const secondsEach = 3;
const rounds = 3;
/** The least share of the bare server's rate that a warm page must reach. */
const leastShare = 0.8;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const headers = { cookie: 'visit=1', 'accept-encoding': 'br' };

interface Got {
  status: number;
  bytes: Buffer;
  etag: string;
}

function fetchOnce(agent: Agent, address: string, more: Record<string, string> = {}): Promise<Got> {
  return new Promise((done, fail) => {
    get(address, { agent, headers: { ...headers, ...more } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers: got } = response;
        done({ status, bytes: Buffer.concat(chunks), etag: String(got.etag ?? '') });
      });
    }).on('error', fail);
  });
}

async function rate(address: string, more: Record<string, string> = {}): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + secondsEach * 1_000;
  let answers = 0;
  const ask = async () => {
    while (performance.now() < until) {
      await fetchOnce(agent, address, more);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return answers / secondsEach;
}

const site = await startSite();
const agent = new Agent({ keepAlive: true });
const page = await fetchOnce(agent, `${site.address}/discover`);
const bare = fork('bench/bare.ts');
bare.send(page.bytes.toString('base64'));
const [port] = await once(bare, 'message');
const bareAddress = `http://127.0.0.1:${port}/`;

const shares: number[] = [];
try {
  // The first requests run code that is not compiled yet, on both servers.
  await rate(bareAddress);
  await rate(`${site.address}/discover`);
  for (let round = 0; round < rounds; round += 1) {
    const [raw, warm, known] = [
      await rate(bareAddress),
      await rate(`${site.address}/discover`),
      await rate(`${site.address}/discover`, { 'if-none-match': page.etag }),
    ];
    shares.push(warm / raw);
    const [of, ofKnown] = [warm / raw, known / raw].map((share) => share.toFixed(2));
    say(
      `bare ${raw.toFixed(0)}/s   page ${warm.toFixed(0)}/s (${of})   304 ${known.toFixed(0)}/s (${ofKnown})`,
    );
  }
} finally {
  agent.destroy();
  bare.kill();
  await site.stop();
}
const median = shares.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
say(`a warm page is ${median.toFixed(2)} of a bare server; promised is ${leastShare}`);
process.exitCode = median >= leastShare ? 0 : 1;
