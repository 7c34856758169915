import type { Body, Case } from './case.ts';
import type { Known } from './change.ts';
import { change } from './changes.ts';
import type { Seen } from './crawl.ts';
import { roles } from './people.ts';
import { type Random, random } from './random.ts';
import { pathOf } from './routes.ts';
import type { Sample, Target } from './targets.ts';
import { honest } from './values.ts';

/** What cases are made from; the same knowledge, seed and number make the same case. */
export interface Knowledge extends Known {
  targets: readonly Target[];
  values: Seen['values'];
}

export function knowledgeOf(targets: readonly Target[], { values }: Pick<Seen, 'values'>): Knowledge {
  const fields = targets.flatMap((target) => [
    ...target.fields,
    ...target.query,
    ...target.samples.flatMap((sample) => sample.fields),
  ]);
  const byName = new Map(fields.filter(({ name }) => name).map((field) => [field.name, field]));
  return { targets, values, names: [...byName.keys()], fields: [...byName.values()] };
}

/** The case of this number: every target has its turn, in an order of the seed, each time with other changes. */
export function oddCase(seed: number, number: number, knowledge: Knowledge): Case {
  const { targets } = knowledge;
  const order = random(`${seed} order ${Math.floor(number / targets.length)}`).some(targets, targets.length);
  const chance = random(`${seed} case ${number}`);
  const made = honestCase(order[number % targets.length]!, chance, knowledge, { isOwn: chance.chance(0.75) });
  return change({ ...made, from: `${seed}:${number}` }, chance, knowledge);
}

/** A valid case, or, unless `isOwn`, one about a thing that no page showed to this role.
 *  @param values for parameters of the address, by their meaning */
export function honestCase(
  target: Target,
  chance: Random,
  knowledge: Knowledge,
  {
    isOwn = true,
    role = '',
    values = {},
  }: { isOwn?: boolean; role?: string; values?: Record<string, string> } = {},
): Case {
  const samples = role ? target.samples.filter((each) => each.role === role) : target.samples;
  const usable = Object.keys(values).length > 0 ? [] : samples;
  const sample: Sample | undefined = usable.length > 0 ? chance.pick(usable) : undefined;
  const known = sample ?? (samples[0] || target.samples[0]);
  const [path = '/', search = ''] = (sample?.address ?? pathFor(target, chance, knowledge, values)).split(
    '?',
  );
  const isForm = target.verb === 'GET' ? [] : (known?.fields ?? []);
  const asked = target.verb === 'GET' ? [...(known?.fields ?? []), ...target.query] : target.query;
  return {
    from: '',
    changes: [],
    target: target.name,
    headers: [],
    path,
    role: isOwn ? role || (sample?.role ?? chance.pick(roleFor(target))) : chance.pick(roles),
    verb: target.verb,
    query: [
      ...new URLSearchParams(search),
      ...asked
        .filter(() => chance.chance(0.4))
        .map((field) => [field.name, String(honest(field, chance).value)] as const),
    ],
    body: bodyOf(target, [...isForm, ...target.fields], chance),
  };
}

const roleFor = ({ pattern }: Target) =>
  /^(\/api)?\/admin/.test(pattern) ? ['admin'] : pattern.startsWith('/auth') ? ['visitor'] : roles.slice(1);

const pathFor = (target: Target, chance: Random, { values }: Knowledge, given: Record<string, string>) => {
  const numbers = [...new Set([...values.values()].flat().filter((value) => /^\d+$/.test(value)))];
  return pathOf(
    target.pattern,
    (kind) => given[kind] ?? chance.pick(values.get(kind) ?? (numbers.length > 0 ? numbers : ['1'])),
  );
};

function bodyOf({ kinds, verb, pattern }: Target, fields: Target['fields'], chance: Random): Body | null {
  if (verb === 'GET') return null;
  const kind = kinds.length > 1 && chance.chance(0.2) ? chance.pick(kinds) : (kinds[0] ?? 'json');
  if (kind === 'raw') {
    const raw = Buffer.from(Array.from({ length: 64 }, () => chance.below(256)));
    return { kind, fields: [], raw, type: 'application/offset+octet-stream' };
  }
  // Unticked boxes are not sent, nor are optional fields of calls.
  const isCall = pattern.startsWith('/api/');
  const sent = fields.filter(({ type, isChecked, isRequired }) =>
    type === 'checkbox' ? isChecked || chance.chance(0.5) : isRequired || !isCall || chance.chance(0.5),
  );
  return { kind, fields: sent.map((field) => honest(field, chance)) };
}
