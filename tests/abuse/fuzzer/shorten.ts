import type { Case } from './case.ts';

/** Cases that are like this one, each without one of its pieces or with a shorter one. */
export function* shorterThan(each: Case): Generator<Case> {
  const { body, headers, query } = each;
  const without = <T>(list: readonly T[], at: number) => list.toSpliced(at, 1);
  if (body && body.fields.length > 8) {
    const half = Math.floor(body.fields.length / 2);
    yield { ...each, body: { ...body, fields: body.fields.slice(0, half) } };
    yield { ...each, body: { ...body, fields: body.fields.slice(half) } };
  }
  for (const at of headers.keys()) yield { ...each, headers: without(headers, at) };
  for (const at of query.keys()) yield { ...each, query: without(query, at) };
  if (!body) return;
  const { fields } = body;
  for (const at of fields.keys()) yield { ...each, body: { ...body, fields: without(fields, at) } };
  for (const [at, field] of fields.entries()) {
    if (typeof field.value !== 'string' || field.value.length < 40 || field.json !== undefined) continue;
    const value = field.value.slice(0, Math.floor(field.value.length / 2));
    yield { ...each, body: { ...body, fields: fields.with(at, { ...field, value }) } };
  }
}
