import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/site/site.ts';
import { programs } from './programs.ts';
import { type Cookie, type Engine, Tab } from './tab.ts';
import { seek, type Target } from './target.ts';

/** What WebDriver calls a reference to an element. */
const reference = 'element-6066-11e4-a52e-4f735466cecf';
const enter = '\uE007';

type Call = <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, data?: object) => Promise<Answer>;

/** Makes the calls of W3C WebDriver, whose paths begin with `start`. */
const caller =
  (start: string): Call =>
  async (method, path, data) => {
    const body = data && JSON.stringify(data);
    const answer = await fetch(start + path, { method, body, signal: AbortSignal.timeout(35_000) });
    const { value } = (await answer.json()) as { value: { message?: string } };
    if (!answer.ok) throw new Error(value.message || `${method} ${path} answered ${answer.status}`);
    return value as never;
  };

class WebKitTab extends Tab {
  readonly #call: Call;
  readonly #site: string;

  constructor(site: string, call: Call) {
    super(site);
    this.#site = site;
    this.#call = call;
  }

  async load(address: string) {
    await this.#call('POST', '/url', { url: address });
  }

  evaluate<Given extends unknown[], Answer>(question: (...given: Given) => Answer, ...given: Given) {
    const script = `return (${question}).apply(null, arguments)`;
    return this.#call<Answer>('POST', '/execute/sync', { script, args: given });
  }

  async #find(target: Target) {
    const found = (await this.evaluate(seek, target)) as Record<string, string> | null;
    if (!found) throw new Error('It is not there.');
    return `/element/${found[reference]}`;
  }

  async tryClick(target: Target) {
    await this.#call('POST', `${await this.#find(target)}/click`, {});
  }

  async tryFill(target: Target, text: string, isSent: boolean) {
    const element = await this.#find(target);
    await this.#call('POST', `${element}/clear`, {});
    await this.#call('POST', `${element}/value`, { text: isSent ? text + enter : text });
  }

  async tryUpload(target: Target, files: string[]) {
    await this.#call('POST', `${await this.#find(target)}/value`, { text: files.join('\n') });
  }

  async resize(width: number, height: number) {
    await this.#call('POST', '/window/rect', { width, height });
    await this.until(async () => {
      const now = await this.evaluate(() => window.innerWidth);
      return now === width || `${now} px wide`;
    });
    await this.#redraw();
  }

  /** A page at rest draws nothing on a screen that only memory has; media queries and pictures wait for a drawing. */
  async #redraw() {
    await this.evaluate(() => {
      document.body.animate([{ opacity: 0.999 }, { opacity: 1 }], { duration: 100, iterations: 20 });
    });
    // The third frame shows what the first one has found out.
    const script =
      'const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));';
    await this.#call('POST', '/execute/async', { script, args: [] });
  }

  async screenshot() {
    await this.#redraw();
    return Buffer.from(await this.#call<string>('GET', '/screenshot'), 'base64');
  }

  async setCookies(cookies: Cookie[]) {
    // WebDriver sets cookies only of the site that is shown.
    await this.load(new URL('/robots.txt', this.#site).href);
    for (const { name, value } of cookies)
      await this.#call('POST', '/cookie', { cookie: { name, value, path: '/', httpOnly: true } });
  }

  close = () => this.#call<void>('DELETE', '');
}

/** Small: otherwise the tools above the page make the window wider than a phone. And nothing glides. */
function settings(home: string) {
  const folder = join(home, 'gtk-3.0');
  mkdirSync(folder);
  const bare = '* { margin: 0; padding: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 1px; }';
  writeFileSync(join(folder, 'gtk.css'), bare);
  writeFileSync(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** WebKitGTK's small browser on a screen that only memory has, driven over WebDriver. */
export async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'summa-webkit-'));
  settings(home);
  const size = ['-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const screen = spawn(programs.screen, ['-displayfd', '3', ...size], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3]!, 'data')) as [Buffer];
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: `:${display.toString().trim()}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    // It would not start as root, nor draw without a graphics card.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const driver = spawn(programs.webkitDriver, [`--port=${port}`], { env, stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  const browser = { binary: programs.miniBrowser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browser } };
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await caller(address)('GET', '/status').then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    async open(site) {
      const { sessionId } = await caller(address)<{ sessionId: string }>('POST', '/session', {
        capabilities,
      });
      const call = caller(`${address}/session/${sessionId}`);
      await call('POST', '/timeouts', { pageLoad: 30_000, script: 10_000 });
      return new WebKitTab(site, call);
    },
    async close() {
      await end(driver);
      await end(screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
