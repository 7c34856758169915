import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { cachedSite } from '../../../tests/support/site/cached-site.ts';

const { state, cache, address, ask, get, arrivals, holdRenders } = cachedSite();

describe('a visitor’s page in memory', () => {
  test('is dropped when something changes, also while it is being rendered', async () => {
    await get();
    await ask('/content/1/like', { method: 'POST' });
    await get();
    expect(state.renders).toEqual(['/', '/content/1/like', '/']);
    cache.clear();
    const go = holdRenders();
    const late = get('/discover');
    await arrivals();
    cache.clear();
    go();
    await late;
    await get('/discover');
    expect(state.renders.slice(3)).toEqual(['/discover', '/discover']);
  });

  test('that was begun before a change is not shown to requests after it', async () => {
    const go = holdRenders();
    const before = get();
    await arrivals();
    cache.clear();
    const after = get();
    await arrivals();
    go();
    expect((await before).text).toContain('1 of /');
    expect((await after).text).toContain('2 of /');
  });

  test('is dropped when the head of a change’s answer is sent, and again when its whole answer is', async () => {
    await get();
    const { promise, resolve: go } = Promise.withResolvers<void>();
    state.holdBody = promise;
    const changing = httpRequest(address('/content/1/like'), { method: 'POST', agent: false }).end();
    const [answer] = (await once(changing, 'response')) as [IncomingMessage];
    await get();
    expect(state.renders).toEqual(['/', '/content/1/like', '/']);
    await get();
    expect(state.renders).toHaveLength(3);
    go();
    answer.resume();
    await Promise.all([once(answer, 'end'), state.posted]);
    await get();
    expect(state.renders.slice(3)).toEqual(['/']);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('is dropped after a %s, and stays after a HEAD', async (method) => {
    await get();
    await ask('/', { method: 'HEAD' });
    const before = state.renders.length;
    await get();
    expect(state.renders).toHaveLength(before);
    await ask('/content/1', { method });
    await get();
    expect(state.renders.slice(before)).toEqual(['/content/1', '/']);
  });

  test('is dropped to make room for others', async () => {
    for (const path of ['/content/1', '/content/2', '/content/3', '/content/4', '/content/1'])
      await get(path);
    expect(state.renders).toHaveLength(5);
    await get('/content/4');
    expect(state.renders).toHaveLength(5);
  });

  test('is dropped when all together have too many bytes', async () => {
    state.words = 1_200;
    for (const path of ['/content/1', '/content/2', '/content/1', '/content/2', '/content/2'])
      await get(path);
    expect(state.renders).toHaveLength(4);
  });
});
