import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Rollup } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type ToastMessage, ToastRegion } from '../../../app/ui/toast.tsx';
import { findChromium, hurriedArgs } from './chromium.ts';

type Answer = (request: IncomingMessage & { body: string }, response: ServerResponse) => unknown;

/** A document as root.tsx writes it, with the parts that scripts use. */
export const documentOf = (children: ReactNode, toast: ToastMessage | null = null, after?: ReactNode) =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <title>Page</title>
      </head>
      <body>
        <main id="main" tabIndex={-1}>
          <ToastRegion toast={toast} path="/" />
          {children}
        </main>
        {after}
        <script type="module" src="/entry.js" />
      </body>
    </html>,
  )}`;

/** The enhancement layer in Chromium, on pages of the real components. The test gives the server's answers. */
export function enhancedSite() {
  const answers = new Map<string, Answer>();
  let browser: Browser;
  let server: Server;
  const pages: Page[] = [];

  beforeAll(async () => {
    for (const { fileName, code } of await bundle()) {
      answers.set(`GET /${fileName}`, (_, response) =>
        response.setHeader('content-type', 'text/javascript').end(code),
      );
    }
    server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      response.setHeader('content-security-policy', "default-src 'self'; script-src 'self'");
      const answer = answers.get(`${request.method} ${request.url?.split('?')[0]}`);
      if (answer) answer(Object.assign(request, { body }), response);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    const executablePath = findChromium() ?? undefined;
    browser = await chromium.launch({ executablePath, args: hurriedArgs });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  return {
    answer: (request: string, answer: Answer) => answers.set(request, answer),
    /** Answers a page. It is rendered again for each request. */
    page: (path: string, html: () => string) =>
      answers.set(`GET ${path}`, (_, response) =>
        response.setHeader('content-type', 'text/html').end(html()),
      ),
    /** Opens a page once its script has run; `errors` lists what it threw. */
    async open(
      path: string,
      { prepare, ...options }: BrowserContextOptions & { prepare?: (page: Page) => unknown } = {},
    ) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      pages.push(page);
      page.setDefaultTimeout(4_000);
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      await prepare?.(page);
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}${path}`);
      return { page, errors };
    },
  };
}

/** The entry and what it fetches when a page needs it. */
async function bundle(): Promise<Rollup.OutputChunk[]> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: {
        input: 'app/entry.client.ts',
        output: { entryFileNames: 'entry.js', chunkFileNames: '[name].js' },
      },
    },
  })) as Rollup.RollupOutput;
  return built.output.filter((each) => each.type === 'chunk');
}

/** A form answer as button.server.ts gives it to scripts. */
export const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
