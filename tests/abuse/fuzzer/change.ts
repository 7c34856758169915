import type { Case, Field } from './case.ts';
import type { KnownField } from './markup.ts';
import type { Random } from './random.ts';

/** What the changes may draw from besides the case itself. */
export interface Known {
  /** Names of fields of all forms and calls. */
  names: readonly string[];
  fields: readonly KnownField[];
}

/** Makes a case invalid in one way. @returns false when the change does not apply to it */
export type Change = (each: Case, chance: Random, known: Known) => boolean | undefined;

/** The list of names that are changed: the body's, or those of a page's query. */
function fieldsOf({ body, query }: Case): { list: Field[]; put: (fields: Field[]) => void } | null {
  if (body && body.kind !== 'raw') {
    return {
      list: body.fields,
      put: (fields) => {
        body.fields = fields;
      },
    };
  }
  const list = query.map(([name, value]) => ({ name, value }));
  return { list, put: (fields) => query.splice(0, query.length, ...fields.slice(0, 300).map(paired)) };
}
const paired = ({ name, value }: Field) =>
  [name, typeof value === 'string' ? value : value.fileName] as const;

/** A change of the fields of a body, or of a page's query. */
export const onFields =
  (change: (fields: Field[], chance: Random, known: Known) => Field[] | null): Change =>
  (each, chance, known) => {
    const found = fieldsOf(each);
    const next = found && change(found.list, chance, known);
    if (!next) return false;
    found.put(next);
    return true;
  };
