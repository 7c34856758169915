import type { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { startForks } from './forks.server.ts';

const { children } = vi.hoisted(() => ({ children: [] as EventEmitter[] }));
vi.mock('node:cluster', async () => {
  const { EventEmitter } = await import('node:events');
  const fork = () => {
    const child = new EventEmitter();
    children.push(child);
    return child;
  };
  return { default: { isWorker: false, workers: {}, fork } };
});

test('a process that falls before it listens is replaced, and the start waits for the other one', async () => {
  const starting = startForks(1, {});
  children[0]?.emit('exit', 1);
  await vi.waitFor(() => expect(children).toHaveLength(2), { timeout: 5_000 });
  children[1]?.emit('listening');
  await (await starting).stop();
});
