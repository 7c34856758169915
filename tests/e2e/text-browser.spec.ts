import { execFileSync } from 'node:child_process';
import { hasW3m } from '../support/text-browsers.ts';
import { expect, test } from './journey.ts';
import { addressOf, comeAs, type Role, screens } from './screens.ts';

test.describe.configure({ timeout: 180_000 });

/**
 * What a browser that knows words and forms alone could not read or use in a document as it is sent: it shows no
 * drawing, no `aria-label` and nothing that CSS writes, and knows neither popovers nor dialogs. Buttons that only
 * scripts or popovers answer to are not asked for; what they open stands in the page.
 */
function troubles(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const wrong: string[] = [];
  const say = (what: string, element: Element) => wrong.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
  const wordsOf = (element: Element) =>
    [element.textContent, ...[...element.querySelectorAll('img')].map((each) => each.alt)].join('').trim();

  for (const link of page.querySelectorAll('a[href]')) if (!wordsOf(link)) say('a link without words', link);
  for (const button of page.querySelectorAll('button')) {
    const isForScripts = button.hidden || button.getAttribute('popovertargetaction') === 'hide';
    if (!isForScripts && !wordsOf(button)) say('a button without words', button);
  }
  for (const image of page.querySelectorAll('img'))
    if (!image.hasAttribute('alt')) say('a picture without alt', image);

  for (const field of page.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea')) {
    const isToRead = field.readOnly || field.disabled;
    if (!isToRead && ![...(field.labels ?? [])].some(wordsOf)) say('a field without a label', field);
    if (!isToRead && !field.form) say('a field of no form', field);
  }
  for (const form of page.querySelectorAll('form')) {
    const isSent = [...form.elements].some((each) =>
      each.matches('button:not([type=button]), [type=submit]'),
    );
    if (!isSent) say('a form that nothing sends', form);
    const hasField = [...form.elements].some((each) => each.matches('[name]'));
    if (form.method === 'post' && !hasField) say('lynx sends it as GET, for want of a field', form);
    if (form.querySelector('[type=file]') && form.enctype !== 'multipart/form-data')
      say('loses its file', form);
    if (form.closest('dialog, template, [hidden]')) say('a form that only scripts show', form);
  }
  // Each popover is read where it stands, so what opens it only leads the eye.
  for (const opener of page.querySelectorAll('[popovertarget]'))
    if (!page.getElementById(opener.getAttribute('popovertarget') ?? '')) say('opens nothing', opener);

  const title = page.querySelector('main h1');
  const others = page.querySelector('main :is(h2, h3)');
  if (!title) wrong.push('no heading of the page in main');
  else if (others && others.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING)
    say('a heading before that of the page', others);
  return wrong;
}

/** Words that read as one, because only CSS sets them apart: `Save` and `Cancel` as `SaveCancel`. */
function joined(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const inLine = 'a, abbr, b, bdi, button, code, em, i, label, mark, s, small, span, strong, sub, sup, time';
  const box = '[type=radio], [type=checkbox]';
  const unread = 'svg, script, style, template, select, textarea, .plural';
  const lineOf = (node: Node) => {
    let line = node.parentElement;
    while (line?.matches(inLine)) line = line.parentElement;
    return line;
  };
  const found: string[] = [];
  const parts = document.createTreeWalker(page.body, NodeFilter.SHOW_ALL, (node) =>
    node instanceof Element && node.matches(unread) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  let before: Text | null = null;
  while (parts.nextNode()) {
    const node = parts.currentNode;
    const isApart = before?.parentNode !== node.parentNode && before && lineOf(before) === lineOf(node);
    const endsWord = isApart && /[\p{L}\p{N}.!?%)]$/u.test(before?.data ?? '');
    if (node instanceof Text && node.data) {
      if (endsWord && /^[\p{L}\p{N}@$“(+–]/u.test(node.data)) found.push(`${before?.data}|${node.data}`);
      before = node;
    } else if (node instanceof Element && !node.matches(inLine)) {
      if (endsWord && node.matches(box) && !before?.parentElement?.contains(node))
        found.push(`${before?.data}|${node.outerHTML}`);
      before = null;
    }
  }
  return found;
}

for (const role of Object.keys(screens) as Role[]) {
  test(`a ${role} reads and fills in every screen in words alone`, async ({
    page,
    site,
    javaScriptEnabled,
  }) => {
    test.skip(!javaScriptEnabled, 'the documents are the same');
    await comeAs(page, role, site);
    for (const screen of screens[role]) {
      const path = await addressOf(page, screen);
      const html = await (await page.request.get(path)).text();
      expect.soft(await page.evaluate(troubles, html), path).toEqual([]);
      expect.soft(await page.evaluate(joined, html), path).toEqual([]);
    }
  });
}

/** What w3m prints of a page. */
const printed = (address: string) =>
  execFileSync('w3m', ['-dump', '-cols', '80', '-header', 'Cookie: visit=1', address], { encoding: 'utf8' });

/** Each is found after the one before it. */
function inOrder(text: string, words: (string | RegExp)[]) {
  let from = 0;
  return words.filter((word) => {
    const rest = text.slice(from);
    const at = typeof word === 'string' ? rest.indexOf(word) : rest.search(word);
    if (at >= 0) from += at + 1;
    return at < 0;
  });
}

const readings: [screen: string, words: (string | RegExp)[]][] = [
  [
    '/',
    [
      'Skip to content',
      'Share your favorite techniques',
      'Latest Technique Nuggets',
      /by \w+/,
      'Choose your plan',
    ],
  ],
  [
    '/discover?search=guard',
    ['Search creators or content', 'Subscription Tier', 'Apply', 'Content', /by \w+/],
  ],
  [
    '/content/{free}',
    ['by Marina Costa', /likes?: like/, 'Step by step', '1. ', 'Ratings', 'Related techniques'],
  ],
  ['/content/{locked}', ['What unlocks this', 'Today', '$24.99', 'Sign up for VIP']],
  ['/auth?tab=sign-in', ['Welcome back', 'Email', 'Password', 'Sign In', 'Forgot your password?']],
  ['/subscriptions', ['Explorer', 'Free', 'Premium', '$9.99', 'VIP', '$24.99']],
];

test('w3m reads the pages of a visitor in their order', async ({ page, site, javaScriptEnabled }) => {
  test.skip(!javaScriptEnabled, 'it is another browser');
  test.skip(!hasW3m, 'there is no w3m on this machine (Debian: apt-get install w3m)');
  for (const [screen, words] of readings) {
    const text = printed(new URL(await addressOf(page, screen), site).href);
    expect.soft(inOrder(text, words), `${screen}\n${text}`).toEqual([]);
  }
});
