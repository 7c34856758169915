export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export type MapTable = 'map_positions' | 'map_transitions';

/** A row to write, by its columns; bytes are a Buffer. */
export type Columns = { id: number } & Record<string, Json | Buffer>;

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

/** A text that is the same for the same value. PostgreSQL keeps the names of JSON in another order. */
export function comparable(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries.map(([name, each]) => [name, comparable(each)]));
}

/** Whether the stored row has all of these values. */
export const isSame = (row: Columns, stored: object | undefined): boolean =>
  stored !== undefined &&
  Object.entries(row).every(([name, value]) => comparable(value) === comparable(Reflect.get(stored, name)));
