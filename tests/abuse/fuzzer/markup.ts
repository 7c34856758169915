/** A field as a page or the document of the calls shows it. */
export interface KnownField {
  name: string;
  /** An HTML input's type, or `textarea`, `select`, `list`, `flag`. */
  type: string;
  /** What it holds when the page is opened. */
  value: string;
  /** All it can hold, when these are few. */
  options: string[];
  isChecked: boolean;
  isRequired: boolean;
  min?: number;
  max?: number;
  maxLength?: number;
}

export interface Form {
  /** The address with its query, as written in the page. */
  action: string;
  verb: 'GET' | 'POST';
  isMultipart: boolean;
  fields: KnownField[];
}

/** The forms of a page, in their order. @param path where the page was read: the action of a form that names none */
export function formsIn(html: string, path: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = '', inside = '']) => ({
    action: attribute(tag, 'action') ?? path,
    verb: /post/i.test(attribute(tag, 'method') ?? '') ? 'POST' : 'GET',
    isMultipart: /multipart/.test(attribute(tag, 'encType') ?? attribute(tag, 'enctype') ?? ''),
    fields: fieldsIn(inside),
  }));
}

/** The addresses of this site that a page leads to or writes out, without fragments. */
export function linksIn(html: string): string[] {
  const linked = [...html.matchAll(/<a\b([^>]*)>/g)].flatMap(([, tag = '']) => attribute(tag, 'href') ?? []);
  // An email in the outbox.
  const written = [...html.matchAll(/http:\/\/localhost(?::\d+)?(\/[^\s"<]*)/g)].map(([, path = '']) =>
    plain(path),
  );
  const own = [...linked, ...written].filter((href) => /^\/(?!\/)/.test(href));
  return [...new Set(own.map((href) => href.split('#', 1)[0] ?? ''))];
}

function fieldsIn(html: string): KnownField[] {
  const fields = new Map<string, KnownField>();
  for (const [, tag = '', more = '', inside = ''] of html.matchAll(
    /<(input|select|textarea|button)\b([^>]*)>(?:((?:(?!<\/?(?:input|select|textarea|button)\b)[\s\S])*)<\/(?:select|textarea)>)?/g,
  )) {
    const name = attribute(more, 'name');
    if (name === undefined) continue;
    const type = tag === 'input' ? (attribute(more, 'type') ?? 'text') : tag;
    const options = [...inside.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option);
    const value =
      tag === 'textarea'
        ? plain(inside)
        : tag === 'select'
          ? attribute(options.find((option) => /\bselected\b/.test(option)) ?? options[0] ?? '', 'value')
          : attribute(more, 'value');
    const known = fields.get(name);
    const isChosen = /\bchecked\b/.test(more);
    if (known) {
      known.options.push(value ?? '');
      if (isChosen) Object.assign(known, { value, isChecked: true });
      continue;
    }
    const isChoice = ['radio', 'checkbox', 'button'].includes(type);
    fields.set(name, {
      name,
      type,
      value: value ?? (type === 'checkbox' ? 'on' : ''),
      options: isChoice ? [value ?? 'on'] : options.map((option) => attribute(option, 'value') ?? ''),
      isChecked: isChosen,
      isRequired: /\brequired\b/.test(more),
      min: numeric(attribute(more, 'min')),
      max: numeric(attribute(more, 'max')),
      maxLength: numeric(attribute(more, 'maxLength') ?? attribute(more, 'maxlength')),
    });
  }
  return [...fields.values()];
}

const numeric = (text: string | undefined) =>
  text && Number.isFinite(Number(text)) ? Number(text) : undefined;

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag);
  return found ? plain(found[1] ?? '') : undefined;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const plain = (text: string) => text.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);
