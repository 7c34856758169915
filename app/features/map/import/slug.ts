/** A name as part of an address: `Side control with underhook` is `side-control-with-underhook`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll('⁄', '-').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '');
  // Names in other scripts have no letters for an address; the id alone finds them.
  return slug === '' ? 'technique' : slug;
}

/** Abbreviations of the file, written out. */
const writtenOut: [RegExp, string][] = [
  [/\bw\/o(?!\w)\s*/g, 'without '],
  [/\bw\/\s*/g, 'with '],
  [/\bctrl\b/g, 'control'],
  [/\bunderh\./g, 'underhook'],
  [/\brev\./g, 'reverse'],
  [/\s*\+\s*/g, ' + '],
  [/\s*&\s*/g, ' & '],
  [/(\w)- (?=\w)/g, '$1-'],
  [/\bKoB\b/g, 'knee on belly'],
];

/** A name of the file in words that are easier to read. `...` stays: it stands for where the transition leads. */
export function readableName(name: string): string {
  const words = writtenOut.reduce((text, [from, to]) => text.replaceAll(from, to), name);
  const text = words.replaceAll(/\s+/g, ' ').trim();
  return text === '...' ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
