/** Runs in the page: what everything in `area` looks like, in words. A line for every kind of element in every state,
 *  with how many there are; only what differs from plain HTML is said. */
export function looksOf(area: string): string[] {
  const marks = [
    'type',
    'data-kind',
    'data-size',
    'data-tier',
    'aria-pressed',
    'aria-current',
    'aria-invalid',
  ];
  const inherited = [
    ...['color', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align', 'text-transform'],
    ...['white-space', 'cursor', 'list-style-type', 'fill', 'stroke', 'stroke-width', 'font-variant-numeric'],
  ];
  const own = [
    ...['display', 'position', 'inset', 'z-index', 'overflow', 'opacity', 'transform', 'order'],
    ...['flex-direction', 'flex-wrap', 'flex-grow', 'flex-basis', 'align-items', 'align-content'],
    ...['align-self', 'justify-content', 'justify-items', 'justify-self', 'gap', 'grid-row', 'grid-column'],
    ...['padding', 'margin', 'min-height', 'max-width', 'max-height', 'aspect-ratio', 'object-fit'],
    ...['border', 'border-radius', 'outline', 'outline-offset', 'box-shadow', 'clip-path', 'accent-color'],
    ...['background-color', 'background-image', 'background-size', 'text-decoration-line', 'appearance'],
    ...['-webkit-line-clamp', 'container-type'],
  ];
  const sides = ['top', 'right', 'bottom', 'left'];
  const plain =
    /^(|none|normal|auto|0px|0px 0px|static|visible|1|0|0 auto|start|stretch|row|nowrap|block|inline|fill|100%|auto \/ auto|0px none .*|rgba\(0, 0, 0, 0\))$/;
  const isThere: Record<string, (element: Element, style: CSSStyleDeclaration) => boolean> = {
    '::before': (_, { content }) => content !== 'none',
    '::after': (_, { content }) => content !== 'none',
    '::placeholder': (element) => element.matches('[placeholder]'),
    '::file-selector-button': (element) => element.matches('[type=file]'),
  };

  const worthOf = (style: CSSStyleDeclaration, name: string) => {
    if (name.startsWith('outline') && style.outlineStyle === 'none') return '';
    // Without a rule, a side is a distance in px, which depends on everything above it.
    if (name === 'inset' && style.position === 'absolute') return '';
    if (name === 'background-size' && style.backgroundImage === 'none') return '';
    const value = style.getPropertyValue(name);
    // Four sides that differ have no short form.
    if (name === 'border' && !value) {
      return sides.map((side) => style.getPropertyValue(`border-${side}`)).join(' | ');
    }
    return value.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
  };
  const say = (
    style: CSSStyleDeclaration,
    around: CSSStyleDeclaration | null,
    bare: CSSStyleDeclaration | null,
  ) =>
    [
      ...inherited.filter((name) => style.getPropertyValue(name) !== around?.getPropertyValue(name)),
      ...own.filter((name) => {
        const worth = worthOf(style, name);
        return !plain.test(worth) && !(bare && worth === worthOf(bare, name));
      }),
    ]
      .map((name) => `${name}: ${worthOf(style, name)}`)
      .join('; ');

  // The browser's own styles of form controls change with its version, so they are read from a page without style
  // sheets.
  const blank = document.documentElement.appendChild(document.createElement('iframe'));
  const bareOf = (element: Element) => {
    if (!element.matches('button, input, select, textarea, progress, meter, dialog, summary')) return null;
    const bare = blank.contentDocument?.createElement(element.localName);
    if (!bare) return null;
    bare.setAttribute('type', element.getAttribute('type') ?? '');
    blank.contentDocument?.body.append(bare);
    return bare;
  };

  const counts = new Map<string, number>();
  const add = (line: string) => counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const element of document.querySelectorAll(`${area} *`)) {
    if (element.closest('option, symbol, source, .visually-hidden') || !element.checkVisibility()) continue;
    const states = marks.flatMap((mark) =>
      element.hasAttribute(mark) ? `[${mark}=${element.getAttribute(mark)}]` : [],
    );
    const pseudo = [':disabled', ':checked'].filter((state) => element.matches(state));
    const name = [
      element.localName,
      ...[...element.classList].map((each) => `.${each}`),
      ...states,
      ...pseudo,
    ];
    const style = getComputedStyle(element);
    const around = element.parentElement && getComputedStyle(element.parentElement);
    const bare = bareOf(element);
    add(`${name.join('')} { ${say(style, around, bare && getComputedStyle(bare))} }`);
    for (const [part, has] of Object.entries(isThere)) {
      const partStyle = getComputedStyle(element, part);
      if (!has(element, partStyle)) continue;
      const barePart = bare && has(bare, partStyle) ? getComputedStyle(bare, part) : null;
      add(`${name.join('')}${part} { ${say(partStyle, style, barePart)} }`);
    }
  }
  blank.remove();
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([line, count]) => `${count} × ${line}`);
}
