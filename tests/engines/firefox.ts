import puppeteer, { type BrowserContext, type ElementHandle, type Page } from 'puppeteer-core';
import { programs } from './programs.ts';
import { type Cookie, type Engine, Tab } from './tab.ts';
import { seek, type Target } from './target.ts';

class FirefoxTab extends Tab {
  readonly #context: BrowserContext;
  readonly #page: Page;

  constructor(site: string, context: BrowserContext, page: Page) {
    super(site);
    this.#context = context;
    this.#page = page;
  }

  async load(address: string) {
    await this.#page.goto(address);
  }

  evaluate<Given extends unknown[], Answer>(question: (...given: Given) => Answer, ...given: Given) {
    return this.#page.evaluate(question as never, ...given) as Promise<Answer>;
  }

  async #find<Kind extends Element>(target: Target) {
    const found = (await this.#page.evaluateHandle(seek, target)).asElement();
    if (!found) throw new Error('It is not there.');
    return found as ElementHandle<Kind>;
  }

  async tryClick(target: Target) {
    await (await this.#find(target)).click();
  }

  async tryFill(target: Target, text: string, isSent: boolean) {
    const found = await this.#find<HTMLInputElement>(target);
    await found.evaluate((input) => {
      input.value = '';
    });
    await found.type(text);
    if (isSent) await found.press('Enter');
  }

  async tryUpload(target: Target, files: string[]) {
    await (await this.#find<HTMLInputElement>(target)).uploadFile(...files);
  }

  async resize(width: number, height: number) {
    await this.#page.setViewport({ width, height });
  }

  async screenshot() {
    return Buffer.from(await this.#page.screenshot());
  }

  async setCookies(cookies: Cookie[]) {
    await this.#context.setCookie(
      ...cookies.map(({ name, value }) => ({ name, value, domain: 'localhost', path: '/' })),
    );
  }

  close = () => this.#context.close();
}

/** Firefox without a window, driven over WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programs.firefox,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'media.autoplay.default': 0 },
  });
  return {
    async open(site) {
      const context = await browser.createBrowserContext();
      return new FirefoxTab(site, context, await context.newPage());
    },
    close: () => browser.close(),
  };
}
