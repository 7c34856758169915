/** What a browser that knows words and forms alone could not read or use in a document as it is sent: it shows no
 *  drawing, no `aria-label` and nothing that CSS writes, and knows neither popovers nor dialogs. Buttons that only
 *  scripts or popovers answer to are not asked for; what they open is in the page. */
export function troubles(html: string): string[] {
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
  // The text of a popover is read in its place, so its button only helps the eye.
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
export function joined(html: string): string[] {
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
