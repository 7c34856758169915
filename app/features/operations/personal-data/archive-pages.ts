import { escaped } from '../../../mail/html.ts';
import { momentOf } from '../../../ui/date.ts';

export type Entry = Record<string, unknown>;

const style =
  'body{max-width:44em;margin:0 auto;padding:1.5em;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'dl{display:grid;grid-template-columns:minmax(8em,1fr) 3fr;gap:.25em 1em;padding-block:1em;border-block-end:1px solid #8888}' +
  'dt{opacity:.75}dd{margin:0;white-space:pre-line}';

/** The start of a page that opens from a folder, without the site. */
export const startOfPage = (title: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${style}</style></head>
<body><p><a href="index.html">All your data</a></p><h1>${escaped(title)}</h1>
`;
export const emptyPage = '<p>Nothing of this is kept.</p>\n';
export const endOfPage = '</body></html>\n';

/** An entry as a list of fields, named as in the JSON file. */
export function rowOf(entry: Entry): string {
  const lines = Object.entries(entry).map(
    ([name, value]) => `<dt>${escaped(inWords(name))}</dt><dd>${escaped(textOf(value))}</dd>`,
  );
  return `<dl>${lines.join('')}</dl>\n`;
}

export const indexPage = (
  username: string,
  at: Date,
  list: readonly { name: string; title: string }[],
) => `${startOfPage(
  `The data of @${username} on Summa`,
)}<p>Taken on ${escaped(momentOf(at))}. Amounts ending in “Cents” are in cents; times are UTC.</p>
<ul>
${list.map(({ name, title }) => `<li><a href="${name}.html">${escaped(title)}</a> (<a href="${name}.json">JSON</a>)</li>`).join('\n')}
</ul>
<p>Your pictures and videos are in the folder “files”, in the best quality Summa keeps.</p>
${endOfPage}`;

const inWords = (name: string) =>
  name
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
