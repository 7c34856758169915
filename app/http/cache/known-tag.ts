/** Whether `If-None-Match` names this tag, weak or strong: a proxy that compresses makes it weak. */
export function isKnownTag(header: string | null | undefined, tag: string): boolean {
  // Nearly always: a browser sends back what it got.
  if (header === tag) return true;
  const plain = tag.replace(/^W\//, '');
  const known = (header ?? '').split(',');
  return known.some((each) => each.trim().replace(/^W\//, '') === plain);
}
