import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort, startSite } from '../support/site/site.ts';

/**
 * Runs in each page before its own scripts. WebDriver has no word for what a page complains about, so this keeps it in
 * the tab, from page to page.
 */
const listener = `{
  const note = (what) => {
    const before = sessionStorage.getItem('troubles') ?? '';
    sessionStorage.setItem('troubles', before + location.pathname + ': ' + String(what).replaceAll('\\n', ' ') + '\\n');
  };
  addEventListener('error', ({ message, target }) => {
    // A video without a source that this browser plays takes the next one.
    if (target.localName === 'source') return;
    note(message ?? target.localName + ' did not load: ' + (target.currentSrc || target.src || target.href));
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  addEventListener('securitypolicyviolation', (each) => note(each.violatedDirective + ' refused ' + each.blockedURI));
  for (const level of ['warn', 'error']) {
    const say = console[level];
    console[level] = (...words) => { note(words.join(' ')); say.apply(console, words); };
  }
}`;

/** The one site of all engines. What answers puts the listener into every document; all else is the site's own. */
export default async function startListened() {
  if (process.env.SITE_URL) return;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const site = await startSite({ env: { ORIGIN: origin } });
  const server = createServer((asked, answer) => {
    if (asked.url === '/listener.js') {
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(listener);
      return;
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const { url: path, method } = asked;
    const onward = request(site.address, { path, method, headers }, (given) => hand(given, answer));
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(port, 'localhost', done));
  process.env.SITE_URL = origin;
  return async () => {
    server.closeAllConnections();
    server.close();
    await site.stop();
  };
}

async function hand(given: IncomingMessage, answer: ServerResponse) {
  const { statusCode = 502, headers } = given;
  if (!headers['content-type']?.startsWith('text/html')) {
    answer.writeHead(statusCode, headers);
    given.pipe(answer);
    given.on('error', () => answer.destroy());
    return;
  }
  const { 'content-length': _length, 'transfer-encoding': _coding, ...rest } = headers;
  const html = await text(given);
  answer.writeHead(statusCode, rest);
  answer.end(html.replace(/<head[^>]*>/, '$&<script src="/listener.js"></script>'));
}
