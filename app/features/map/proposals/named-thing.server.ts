import type { Em } from '../../../db/orm.server.ts';
import { Invalid } from '../../../errors.ts';
import { findByName } from '../names/find-by-name.server.ts';
import type { MapThing } from './map-thing.ts';

const mostSuggested = 4;

/** The accepted thing that a text names: by a name that only one has, 'half guard #12', a number or an address.
 *  @throws Invalid for the field, with what may be meant */
export async function namedThing(
  em: Em,
  kind: MapThing['kind'],
  { field, text }: { field: string; text: string },
): Promise<number> {
  const digits = /(?:^|\s)#?(\d{1,9})$/.exec(text)?.[1];
  const isNumber = digits !== undefined && (/^#?\d+$/.test(text) || text.endsWith(`#${digits}`));
  const asked = isNumber ? `${kind.charAt(0)}/${digits}` : text;
  const found = (await findByName({ em }, asked, { kinds: [kind], limit: mostSuggested }))[`${kind}s`];
  const exact = found.filter(({ match }) => match === 'exact');
  const own = exact.filter(({ through }) => through === null);
  const [only, another] = own.length > 0 ? own : exact;
  if (only && !another) return only.id;
  const [first] = found;
  if (!first) throw new Invalid({ [field]: ['The map has nothing of that name.'] });
  const names = found.map(({ name, id }) => `${name} #${id}`).join(', ');
  throw new Invalid({ [field]: [`Which one? Write it with its number: ${names}.`] });
}

/** The text of a field that means exactly this thing. */
export const numbered = ({ name, id }: { name: string; id: number }): string => `${name} #${id}`;
