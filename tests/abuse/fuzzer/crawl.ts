import { type Form, formsIn, linksIn } from './markup.ts';
import { pathOf, patternOf, rows, valuesIn } from './routes.ts';

/** A form where it was seen. */
export interface SeenForm extends Form {
  role: string;
  /** Of its action. */
  pattern: string;
}

/** What the pages of the site show to the people of the fuzzer. */
export interface Seen {
  forms: SeenForm[];
  /** One address of each row and role, with its query. */
  pages: { role: string; pattern: string; address: string }[];
  /** The values that parameters have in addresses, by what they stand for. */
  values: Map<string, string[]>;
}

type Open = (role: string, address: string) => Promise<string | null>;

const mostFormsOfOneRow = 3;
const mostValues = 12;
/** Rows with parameters look different for own and other people's things. Roles with many things see both. */
const mostPagesOfOneRow = (role: string) => (role === 'creator' || role === 'admin' ? 2 : 1);

/** An address opened by a role. */
export interface Start {
  role: string;
  address: string;
}

/** Walks the site as each role by its links, and opens every row that no link led to.
 *  @param open answers the HTML of an address, null when it is none
 *  @param starts further addresses to begin at */
export async function crawl(
  roles: readonly string[],
  open: Open,
  seen = nothingSeen(),
  starts: readonly Start[] = [],
): Promise<Seen> {
  await Promise.all(
    roles.map((role) => {
      const own = starts.filter((start) => start.role === role).map(({ address }) => address);
      return crawlAs(role, open, seen, own);
    }),
  );
  // Roles walk in parallel. Their results must not depend on which one was faster.
  for (const values of seen.values.values()) values.sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  const inOrder = (a: { role: string; pattern: string }, b: typeof a) =>
    a.pattern === b.pattern ? roles.indexOf(a.role) - roles.indexOf(b.role) : a.pattern < b.pattern ? -1 : 1;
  seen.forms.sort(inOrder);
  seen.pages.sort(inOrder);
  return seen;
}

const nothingSeen = (): Seen => ({ forms: [], pages: [], values: new Map() });

async function crawlAs(role: string, open: Open, seen: Seen, starts: readonly string[]) {
  const opened = new Set<string>();
  const count = new Map<string, number>();
  const waiting = [...starts, '/'];
  const visit = async (address: string) => {
    const path = address.split('?', 1)[0] ?? '';
    const pattern = patternOf(path);
    const isLookedAt = (count.get(pattern) ?? 0) >= mostPagesOfOneRow(role) && !starts.includes(address);
    if (opened.has(address) || isLookedAt) return;
    opened.add(address);
    count.set(pattern, (count.get(pattern) ?? 0) + 1);
    const html = await open(role, address);
    if (html === null) return;
    if (count.get(pattern) === 1) seen.pages.push({ role, pattern, address });
    for (const form of formsIn(html, address)) note(form, role, seen);
    const links = linksIn(html);
    for (const link of links) learn(link, seen);
    waiting.push(...links);
  };
  for (;;) {
    const next = waiting.shift();
    if (next !== undefined) {
      await visit(next);
      continue;
    }
    const missed = rows.find(({ pattern, isCall, takesGet }) => takesGet && !isCall && !count.has(pattern));
    if (!missed) return;
    await visit(pathOf(missed.pattern, (kind) => seen.values.get(kind)?.[0] ?? '1'));
    // The address leads elsewhere or to another row. It counts as opened.
    if (!count.has(missed.pattern)) count.set(missed.pattern, 1);
  }
}

function note(form: Form, role: string, seen: Seen) {
  if (!form.action.startsWith('/')) return;
  learn(form.action, seen);
  const pattern = patternOf(form.action.split('?', 1)[0] ?? '');
  const names = (each: Form) => each.fields.map(({ name }) => name).join();
  const alike = seen.forms.filter((each) => each.pattern === pattern && each.role === role);
  const isKnown = alike.some((each) => each.action === form.action && names(each) === names(form));
  if (!isKnown && alike.length < mostFormsOfOneRow) seen.forms.push({ ...form, role, pattern });
}

/** Keeps the parameters of an address. */
export function learn(address: string, seen: Seen) {
  for (const [kind, value] of valuesIn(address.split('?', 1)[0] ?? '')) learnValue(seen, kind, value);
}

/** Keeps a value for the parameters of this meaning. */
export function learnValue({ values }: Seen, kind: string, value: string) {
  const known = values.get(kind) ?? [];
  if (!known.includes(value) && known.length < mostValues) values.set(kind, [...known, value]);
}
