import type { Server } from 'node:http';

/** Until so many more requests have arrived at a server and its handler has begun with each. */
export const arrivals = (server: Server, count = 1) =>
  new Promise<void>((done) => {
    let left = count;
    const arrive = () => {
      left -= 1;
      if (left > 0) return;
      server.off('request', arrive);
      done();
    };
    server.on('request', arrive);
  });
