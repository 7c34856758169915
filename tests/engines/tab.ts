import { field, type Target } from './target.ts';

export interface Cookie {
  name: string;
  value: string;
}

/** How long a page may take to show what is waited for; both engines and the site share two cores. */
const timeoutMs = 20_000;

/** A tab of any browser. What the engines do alike is here; the rest is theirs. */
export abstract class Tab {
  readonly #site: string;

  constructor(site: string) {
    this.#site = site;
  }

  /** Runs a function in the page. It uses only what it is given. */
  abstract evaluate<Given extends unknown[], Answer>(
    question: (...given: Given) => Answer,
    ...given: Given
  ): Promise<Answer>;
  abstract screenshot(): Promise<Buffer>;
  /** Makes the page this wide, scroll bar included. */
  abstract resize(width: number, height: number): Promise<void>;
  abstract setCookies(cookies: Cookie[]): Promise<void>;
  abstract close(): Promise<void>;
  protected abstract load(address: string): Promise<void>;
  /** These throw while the target is not there. */
  protected abstract tryClick(target: Target): Promise<void>;
  protected abstract tryFill(target: Target, text: string, isSent: boolean): Promise<void>;
  protected abstract tryUpload(target: Target, files: string[]): Promise<void>;

  goto = (path: string) => this.load(new URL(path, this.#site).href);
  click = (target: Target) => this.#again(() => this.tryClick(target), target);
  fill = (label: string | RegExp, text: string) =>
    this.#again(() => this.tryFill(field(label), text, false), field(label));
  /** Fills a field and presses Enter. */
  send = (target: Target, text: string) => this.#again(() => this.tryFill(target, text, true), target);
  upload = (label: string | RegExp, files: string[]) =>
    this.#again(() => this.tryUpload(field(label), files), field(label));

  /** Chooses an option by its words. */
  async select(label: string | RegExp, option: string) {
    const choose = (pattern: string, words: string) => {
      const selects = [...document.querySelectorAll('main select')] as HTMLSelectElement[];
      const named = selects.find(({ labels }) =>
        new RegExp(pattern).test(labels[0]?.textContent?.trim() ?? ''),
      );
      const wanted = [...(named?.options ?? [])].find(({ text }) => text === words);
      if (!named || !wanted) throw new Error(`There is no ${words}`);
      named.value = wanted.value;
      named.dispatchEvent(new Event('input', { bubbles: true }));
      named.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const { words = '' } = field(label);
    await this.#again(() => this.evaluate(choose, words, option), field(label));
  }

  text(css: string): Promise<string> {
    const read = (wanted: string) =>
      [...document.querySelectorAll(wanted)].map((each) => each.textContent).join('\n');
    return this.evaluate(read, css);
  }

  /** Waits until these words are there. */
  shows = (css: string, words: RegExp) =>
    this.until(async () => {
      const text = await this.text(css);
      return words.test(text) || `${css} says: ${text.slice(0, 300)}`;
    });

  path = () => this.evaluate(() => location.pathname + location.search);

  reaches = (pattern: RegExp) =>
    this.until(async () => {
      const path = await this.path();
      return pattern.test(path) || `is at ${path}`;
    });

  /** Waits for a `true`; any other answer tells what is still wrong. A page that is being left cannot answer. */
  async until(check: () => Promise<boolean | string>) {
    let trouble: unknown;
    for (const end = Date.now() + timeoutMs; Date.now() < end; await pause()) {
      try {
        const answer = await check();
        if (answer === true) return;
        trouble = answer;
      } catch (error) {
        trouble = error;
      }
    }
    throw new Error(`Waited in vain: ${trouble}`);
  }

  #again = (act: () => Promise<void>, { css, words }: Target) => {
    const done = async () => {
      await act();
      return true;
    };
    return this.until(done).catch((error: Error) => {
      throw new Error(`${css} ${words ?? ''}: ${error.message}`);
    });
  };

  /** What the pages of this tab complained about, told by the listener. */
  async troubles(): Promise<string[]> {
    const noted = await this.evaluate(() => sessionStorage.getItem('troubles'));
    return (noted ?? '').split('\n').filter(Boolean);
  }
}

const pause = () => new Promise((done) => setTimeout(done, 100));

/** A browser that stays open for all tests of a worker. */
export interface Engine {
  /** A tab without a past: no cookies, nothing stored. */
  open: (site: string) => Promise<Tab>;
  close: () => Promise<void>;
}
