import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from './turns.server.ts';

/** Each round of the event loop ends with its immediates. */
async function roundsOf(pages: number) {
  let round = 0;
  let isCounting = true;
  const count = () => {
    round += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const made: number[] = [];
  const make = async (page: number) => {
    await ownTurn();
    made.push(page);
    return round;
  };
  const rounds = await Promise.all(Array.from({ length: pages }, (_, page) => make(page)));
  isCounting = false;
  expect(made).toEqual(rounds.map((_, page) => page));
  return rounds;
}

test('pages that are ready at once are made in their order, one in each round of the event loop', async () => {
  const rounds = await roundsOf(5);
  expect(new Set(rounds).size).toBe(5);
});

test('a page that is ready alone does not wait', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    for (let round = 0; round < 3; round += 1) await nextRound();
    expect(ownTurn()).toBeUndefined();
  }
});

test('the network is looked at between the first two, too', async () => {
  const order: string[] = [];
  const make = async (name: string) => {
    await ownTurn();
    order.push(name);
  };
  await nextRound();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[peer]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [
    [Socket],
    unknown,
  ];
  const pages = new Promise<void>((done) => {
    peer.once('data', () => {
      peer.once('data', () => order.push('from the network'));
      client.write('second');
      void Promise.all([make('a'), make('b')]).then(() => done());
    });
  });
  client.write('first');
  await pages;
  expect(order).toEqual(['a', 'from the network', 'b']);
  client.destroy();
  peer.destroy();
  server.close();
});

test('one that comes while others wait goes after them', async () => {
  const order: string[] = [];
  const make = async (name: string) => {
    await ownTurn();
    order.push(name);
  };
  const first = [make('a'), make('b'), make('c')];
  await nextRound();
  await Promise.all([...first, make('d')]);
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});
