/** What people ask of the map. */
export const questions = [
  ['half guard', 'back', 'bottom'],
  ['meia-guarda', 'montada', 'bottom'],
  ['ハーフガード', 'バックコントロール', 'bottom'],
  ['closed guard', 'rear naked choke', 'bottom'],
  ['side control', 'armbar', 'top'],
  ['standing', 'mount', 'top'],
  ['mount', 'closed guard', 'bottom'],
  ['turtle', 'back', 'top'],
  ['deep half', 'side control', 'bottom'],
  ['butterfly guard', 'single leg x', 'bottom'],
] as const;

export const wayAddress = ([from, to, as]: (typeof questions)[number]) =>
  `/map/way?${new URLSearchParams({ from, to, as })}`;
