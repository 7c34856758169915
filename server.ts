import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { constants } from 'node:zlib';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { House } from './app/boot/house.server.ts';

// Express only: static files, gates, shutdown. Everything of the product comes from the build, because a
// second copy of an entity class would be a stranger to the database.
const isDevelopment = process.env.NODE_ENV === 'development';
const vite = isDevelopment
  ? await (await import('vite')).createServer({ server: { middlewareMode: true }, appType: 'custom' })
  : null;
// Pages are rendered here, so whatever changes, the browser asks for its page again.
vite?.watcher.on('change', () => vite.ws.send({ type: 'full-reload' }));
const buildFile = './build/server/index.js';
const loadBuild = async (): Promise<ServerBuild> =>
  (vite ? await vite.ssrLoadModule('virtual:remix/server-build') : await import(buildFile)) as ServerBuild;

interface Entry {
  openHouse(routes: () => Promise<ServerBuild['routes']>): Promise<House>;
}

// Until the site serves, a signal simply ends the process; the database goes with it.
const giveUp = () => process.exit(130);
process.once('SIGINT', giveUp);
process.once('SIGTERM', giveUp);

const build = await loadBuild();
const routes = async () => (vite ? await loadBuild() : build).routes;
const house = await (build.entry.module as unknown as Entry).openHouse(routes).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const { env, log } = house;

// A broken promise somewhere must not take the open requests of everybody along.
process.on('unhandledRejection', (error) => log.error({ error }, 'unhandled'));

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', env.trustProxy);
let isStopping = false;
app.use((_request, response, next) => {
  if (isStopping) response.setHeader('Connection', 'close');
  next();
});
app.get('/healthz', (_request, response) => void response.type('text').send('ok\n'));
app.get('/readyz', (_request, response, next) => {
  house
    .isReady()
    .catch(() => false)
    .then((ready) => ready && !isStopping)
    .then((ready) =>
      response
        .status(ready ? 200 : 503)
        .type('text')
        .send(ready ? 'ready\n' : 'not ready\n'),
    )
    .catch(next);
});
app.get('/metrics', async (request, response, next) => {
  const metrics = await house.metrics(request).catch(next);
  if (metrics) response.type(metrics.type).send(metrics.text);
  else if (metrics === null) response.status(404).type('text').send('Not found\n');
});
app.use(house.gates);
// The build wrote the compressed forms beside its files; what it names by its content never changes.
if (!vite) {
  const serveStatic = { index: false, redirect: false, cacheControl: false, setHeaders: keepAssets } as const;
  const order = { enableBrotli: true, orderPreference: ['br', 'gz'], index: false };
  // Pages have no ending: for them nobody looks at the disk.
  app.get(/\.\w+$/, expressStaticGzip('build/client', { ...order, serveStatic }));
} else {
  app.use(vite.middlewares);
  app.use(express.static('public', { index: false, redirect: false }));
}
app.use(house.ceiling);
const pages = createRequestHandler({
  build: vite ? loadBuild : build,
  getLoadContext: house.openScope,
}) as RequestHandler;
// It compresses what it keeps, so it stands before the compression of everything else.
if (!vite) app.use(house.pages.before(pages as never));
// Its own quality of 4 makes pages a sixteenth larger, to save a third of a millisecond.
app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }));
app.use('/media', house.serveMedia as RequestHandler);
app.all('*', pages);

const onError: ErrorRequestHandler = (error, request, response, _next) =>
  house.answerTrouble(error, request, response);
app.use(onError);

function keepAssets(response: ServerResponse, path: string) {
  const isNamedByContent = path.includes('/assets/');
  response.setHeader(
    'Cache-Control',
    isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
}

const leads = env.webConcurrency > 1 && !house.isFork;
const server = leads ? null : listen();
const forks = leads ? await house.startForks() : null;
if (forks) process.stdout.write(`${house.greeting()}\n`);

function listen() {
  const patience = {
    headersTimeout: 10_000,
    // A 100 MB film over a 400 kbit/s line takes thirty-five minutes.
    requestTimeout: 45 * 60_000,
    // Node looks only every half minute who is too slow.
    connectionsCheckingInterval: 5_000,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    house.watch(request, response, () => {
      if (vite || isStopping || !house.pages.atDoor(request, response)) app(request, response);
    });
  const server = createServer(patience, answer).listen(env.port, env.host, () => {
    if (!house.isFork) process.stdout.write(`${house.greeting()}\n`);
  });
  server.on('error', async (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${house.portTrouble(env.port, error).message}\n`);
    await house.close();
    process.exit(1);
  });
  return server;
}

const stop = () => {
  if (isStopping) return;
  isStopping = true;
  const leave = async () => {
    await Promise.all([house.close(), vite?.close()]);
    process.exit(0);
  };
  if (forks) void forks.stop().then(leave);
  // Not the server's own close: it also cuts off connections whose request has arrived and was not read yet.
  if (server) setTimeout(() => Listener.prototype.close.call(server, leave), 100);
  setTimeout(() => setInterval(() => server?.closeIdleConnections(), 100).unref(), 500).unref();
  // Whoever still holds a connection after ten seconds is cut off, so that a stop always ends.
  setTimeout(() => server?.closeAllConnections(), 10_000).unref();
};
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.off(signal, giveUp);
  process.on(signal, stop);
}
