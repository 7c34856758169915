import { type Books, Fault } from './books.ts';

/** Fields that Stripe sends only if `expand` names them. */
const onRequest: Record<string, string[]> = {
  invoice: ['payments', 'confirmation_secret'],
};

type Fields = Record<string, unknown>;

/** The object without fields that were not asked for. */
export function hidden(object: object): object {
  const kind = String(Reflect.get(object, 'object'));
  const left = Object.entries(object).filter(([name]) => !onRequest[kind]?.includes(name));
  return Object.fromEntries(left);
}

/** The object as it goes out: ids stay ids, and hidden fields hidden, unless `expand` names them. */
export function presented(books: Books, object: object, paths: string[]): object {
  const kind = String(Reflect.get(object, 'object'));
  if (kind === 'list') {
    const data = Reflect.get(object, 'data') as object[];
    const inner = paths.map((path) => {
      if (!path.startsWith('data.')) throw notExpandable(path);
      return path.slice('data.'.length);
    });
    return { ...object, data: data.map((each) => presented(books, each, inner)) };
  }
  const answer: Fields = { ...hidden(object) };
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    const deeper = rest.length > 0 ? [rest.join('.')] : [];
    const value: unknown = Reflect.get(object, name);
    if (onRequest[kind]?.includes(name)) answer[name] = value;
    else if (value === null) answer[name] = null;
    else if (typeof value === 'string') answer[name] = presented(books, lookUp(books, value, path), deeper);
    else throw notExpandable(path);
  }
  return answer;
}

function lookUp(books: Books, id: string, path: string): object {
  const shelves = [books.charges, books.invoices, books.schedules, books.subscriptions, books.intents];
  const found = shelves.map((shelf) => shelf.get(id)).find((thing) => thing !== undefined);
  if (!found) throw notExpandable(path);
  return found;
}

const notExpandable = (path: string) =>
  new Fault(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
