/** What `JSON.parse(JSON.stringify(value))` makes of a value, without writing and reading the text: a date becomes its
 *  text, and what JSON does not know is left out. What stays as it is, is not copied, so no one may change it.
 *  @throws TypeError for a bigint, as JSON does */
export function jsonValue(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // Adding 0 makes -0 a 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object') return ofJson(value);
  if ('toJSON' in value) return ofJson(value);
  if (Array.isArray(value)) return jsonArray(value);
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? jsonObject(value as Record<string, unknown>)
    : ofJson(value);
}

function ofJson(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}

function jsonArray(values: unknown[]): unknown[] {
  let copy: unknown[] | null = null;
  for (let at = 0; at < values.length; at += 1) {
    const made = jsonValue(values[at]) ?? null;
    if (made === values[at]) continue;
    copy ??= values.slice();
    copy[at] = made;
  }
  return copy ?? values;
}

function jsonObject(object: Record<string, unknown>): Record<string, unknown> {
  let isSame = Object.getPrototypeOf(object) !== null;
  const made: [string, unknown][] = [];
  for (const key of Object.keys(object)) {
    const value = jsonValue(object[key]);
    isSame &&= value === object[key] && value !== undefined;
    if (value !== undefined) made.push([key, value]);
  }
  return isSame ? object : Object.fromEntries(made);
}
