/** A place in PostgreSQL's log of changes. What is before it was carried out. */
export type Lsn = bigint;

/** Reads a place as PostgreSQL writes it, such as `16/B374D848`. @returns null for anything else */
export function lsnOf(text: unknown): Lsn | null {
  const parts = typeof text === 'string' ? /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text) : null;
  return parts ? (BigInt(`0x${parts[1]}`) << 32n) | BigInt(`0x${parts[2]}`) : null;
}

/** Beyond every place: what needs it is read from the primary. */
export const beyondAll = 'FFFFFFFF/FFFFFFFF';
