import { executionAsyncResource } from 'node:async_hooks';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as Listener, type ListenOptions } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { App } from './app/boot/app.server.ts';

// Node makes an object for each call that it puts off to the end of a step. When a full collection finds none of them, V8
// forgets their shape and makes all later ones slowly, which took a tenth of the time of a kept page. So one is kept.
const keptTickObjects: object[] = [];
process.nextTick(() => keptTickObjects.push(executionAsyncResource()));

// The product comes from the build, because the database would not know a second copy of an entity.
const isDevelopment = process.env.NODE_ENV === 'development';
const vite = isDevelopment
  ? await (await import('vite')).createServer({ server: { middlewareMode: true }, appType: 'custom' })
  : null;
// The server renders pages, so every change reloads the page.
vite?.watcher.on('change', () => vite.ws.send({ type: 'full-reload' }));
// bin/start runs this file as build/server.js, bin/dev as it is.
const buildFile = pathToFileURL(resolve('build/server/index.js')).href;
const loadBuild = async (): Promise<ServerBuild> =>
  (vite ? await vite.ssrLoadModule('virtual:remix/server-build') : await import(buildFile)) as ServerBuild;

interface Entry {
  createApp(routes: () => Promise<ServerBuild['routes']>): Promise<App>;
}

// Until the site serves, a signal ends the process; the database ends with it.
const giveUp = () => process.exit(130);
process.once('SIGINT', giveUp);
process.once('SIGTERM', giveUp);

const build = await loadBuild();
const routes = async () => (vite ? await loadBuild() : build).routes;
const site = await (build.entry.module as unknown as Entry).createApp(routes).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
const { env, log } = site;

// An unhandled rejection must not end all open requests.
process.on('unhandledRejection', (error) => log.error({ error }, 'unhandled'));

const app = express();
app.disable('x-powered-by');
// Express's own parser builds structures from the names in a query, which this site does not read.
app.set('query parser', false);
app.set('trust proxy', env.trustProxy);
let isStopping = false;
app.use((_request, response, next) => {
  if (isStopping) response.setHeader('Connection', 'close');
  next();
});
app.get('/healthz', (_request, response) => void response.type('text').send('ok\n'));
app.get('/readyz', (_request, response, next) => {
  site
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
  const metrics = await site.metrics(request).catch(next);
  if (metrics) response.type(metrics.type).send(metrics.text);
  else if (metrics === null) response.status(404).type('text').send('Not found\n');
});
app.use(site.gates);
// The build wrote compressed files beside its files; names with a content hash never change.
if (!vite) {
  const serveStatic = { index: false, redirect: false, cacheControl: false, setHeaders: keepAssets } as const;
  const order = { enableBrotli: true, orderPreference: ['br', 'gz'], index: false };
  // Pages have no file ending, so the disk is not searched for them.
  app.get(/\.\w+$/, site.files.keep(expressStaticGzip('build/client', { ...order, serveStatic })));
} else {
  app.use(vite.middlewares);
  app.use(express.static('public', { index: false, redirect: false }));
}
app.use(site.requestLimiter);
const handlerFor = site.handlerFor(build);
const pages: RequestHandler = vite
  ? (createRequestHandler({ build: loadBuild, getLoadContext: site.openScope }) as RequestHandler)
  : (request, response, next) => handlerFor(request.originalUrl)(request, response, next);
// Before the compression below, because it keeps what it compressed.
if (!vite) app.use(site.pages.middleware(pages as never));
app.use('/media', site.serveMedia as RequestHandler);
app.use(site.compressTexts);
app.all('*', pages);

const onError: ErrorRequestHandler = (error, request, response, _next) =>
  site.answerError(error, request, response);
app.use(onError);

function keepAssets(response: ServerResponse, path: string) {
  const isNamedByContent = path.includes('/assets/');
  response.setHeader(
    'Cache-Control',
    isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
}

/** Sockets that listen on the port. In a round of its loop libuv accepts one connection of each, and a busy round takes
 *  tens of milliseconds: with one socket the last of 500 new visitors waited for nine seconds. Web processes get their
 *  connections from the supervisor, whose loop is never busy. */
const listeningSockets = process.platform === 'linux' && !site.isWebProcess ? 16 : 1;
const listeners: Listener[] = [];
const server = site.hasWebProcesses ? null : listen();
if (!server) serves();

/** Prints the address, or lets the supervisor do so once all processes serve. */
function serves() {
  setTimeout(site.freeMemory, 1_000).unref();
  if (site.isSupervised) site.reportReady(stop);
  else process.stdout.write(`${site.greeting}\n`);
}

function listen() {
  const timeouts = {
    headersTimeout: 10_000,
    // A 100 MB video over a 400 kbit/s line takes thirty-five minutes.
    requestTimeout: 45 * 60_000,
    // By default Node checks for slow requests only every half minute.
    connectionsCheckingInterval: 5_000,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (
      !isStopping &&
      ((!vite && site.serveFromMemory(request, response)) || site.refusedAtOnce(request, response))
    )
      return;
    const work = () => site.admit(request, response, () => app(request, response));
    // With bin/dev Remix's own handler answers, which reads bodies itself.
    site.watch(request, response, () => (vite ? work() : site.receiveBody(request, response, work)));
  };
  // A port that is not shared needs no connections through the supervisor.
  const address = {
    port: env.port,
    host: env.host,
    exclusive: !site.isWebProcess,
    reusePort: listeningSockets > 1,
  };
  const server = createServer(timeouts, answer)
    // Node's own 417 would leave the body unread on an open connection.
    .on('checkExpectation', (request, response) =>
      site.watch(request, response, () => void response.writeHead(417).end()),
    )
    .listen(address, () => {
      while (listeners.length < listeningSockets) listeners.push(listenBeside(server, address));
      serves();
    });
  listeners.push(server);
  server.on('error', async (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${site.portError(env.port, error, env.host).message}\n`);
    await site.close();
    process.exit(1);
  });
  return server;
}

/** Another socket on the port of `server`, which gets its connections. */
function listenBeside(server: Server, address: ListenOptions): Listener {
  const options = { allowHalfOpen: true, noDelay: true };
  return (
    new Listener(options, (socket) => server.emit('connection', socket))
      // The first socket listens, so that the site is served without this one, too.
      .on('error', (error) => log.warn({ error }, 'one socket less listens'))
      .listen(address)
  );
}

/** From now on `/readyz` answers 503. A balancer has `drainMs` to notice it, during which everything is answered. */
function stop() {
  if (isStopping) return;
  isStopping = true;
  if (server && env.drainMs > 0) setTimeout(shutDown, env.drainMs);
  else shutDown();
}

function shutDown() {
  site.beginStop();
  const leave = async () => {
    await Promise.all([site.close(), vite?.close()]);
    process.exit(0);
  };
  if (!server) void leave();
  if (server) stopListening(server, leave);
  setTimeout(() => setInterval(() => server?.closeIdleConnections(), 100).unref(), 500).unref();
  // Connections are cut after ten seconds, so that a stop always ends.
  setTimeout(() => server?.closeAllConnections(), 10_000).unref();
}
/**
 * Closes the port once no connection has come for a tenth of a second, or after two seconds: the system would
 * reset connections that it has accepted and this process has not.
 */
function stopListening(server: Server, done: () => void) {
  const until = performance.now() + 2_000;
  let hasCome = false;
  server.on('connection', () => {
    hasCome = true;
  });
  const closeOnceQuiet = () => {
    if (hasCome && performance.now() < until) return waitShortly();
    // Not the http server's own close: it also cuts connections whose request has arrived unread.
    const closed = listeners.map(
      (each) => new Promise<unknown>((end) => Listener.prototype.close.call(each, end)),
    );
    void Promise.all(closed).then(done);
  };
  const waitShortly = () => {
    hasCome = false;
    // After a timer and before an immediate the event loop accepts all waiting connections.
    setTimeout(() => setImmediate(closeOnceQuiet), 100);
  };
  waitShortly();
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.off(signal, giveUp);
  process.on(signal, stop);
}
