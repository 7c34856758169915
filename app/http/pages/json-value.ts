/** What `JSON.parse(JSON.stringify(value))` makes of a value, without writing and reading the text: a date becomes its
 *  text, and what JSON does not know is left out. What stays as it is, is not copied, so no one may change it.
 *  @throws TypeError for a bigint, as JSON does */
export function jsonValue(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // Adding 0 makes -0 a 0.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      return value && jsonOf(value);
    default:
      return ofJson(value);
  }
}

function jsonOf(value: object): unknown {
  // Read, because `in` takes longer where the objects have many shapes.
  if ((value as { toJSON?: unknown }).toJSON !== undefined) return ofJson(value);
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
    // Not `===`, for which -0 is 0.
    if (Object.is(made, values[at])) continue;
    copy ??= values.slice();
    copy[at] = made;
  }
  return copy ?? values;
}

function jsonObject(object: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(object);
  /** What JSON makes of each, from the first one on that is different. */
  let made: unknown[] | null = Object.getPrototypeOf(object) === null ? [] : null;
  for (let at = 0; at < keys.length; at += 1) {
    const value = object[keys[at] as string];
    const ofJson = jsonValue(value);
    if (made === null && (!Object.is(ofJson, value) || value === undefined))
      made = keys.slice(0, at).map((key) => object[key]);
    made?.push(ofJson);
  }
  if (made === null) return object;
  const left = keys.map((key, at): [string, unknown] => [key, made[at]]);
  return Object.fromEntries(left.filter(([, value]) => value !== undefined));
}
