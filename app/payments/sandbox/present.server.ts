import { ApiError } from './api-error.server.ts';
import type { State } from './state.server.ts';

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

/** Ids stay ids, unless `expand` names them (https://docs.stripe.com/api/expanding_objects). */
export function presented(state: State, object: object, paths: string[]): object {
  const kind = String(Reflect.get(object, 'object'));
  const data: unknown = Reflect.get(object, 'data');
  if (kind === 'list' && Array.isArray(data)) {
    const inner = paths.map((path) => {
      if (!path.startsWith('data.')) throw notExpandable(path);
      return path.slice('data.'.length);
    });
    return { ...object, data: data.map((each: object) => presented(state, each, inner)) };
  }
  const answer: Fields = { ...hidden(object) };
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    const deeper = rest.length > 0 ? [rest.join('.')] : [];
    const value: unknown = Reflect.get(object, name);
    if (onRequest[kind]?.includes(name)) answer[name] = value;
    else if (value === null) answer[name] = null;
    else if (typeof value === 'string') answer[name] = presented(state, lookUp(state, value, path), deeper);
    else throw notExpandable(path);
  }
  return answer;
}

function lookUp(state: State, id: string, path: string): object {
  const found = state.objects.get(id);
  if (!found) throw notExpandable(path);
  return found;
}

const notExpandable = (path: string) =>
  new ApiError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
