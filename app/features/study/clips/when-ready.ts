/** When a clip will be ready, in words; a machine cuts one in a few seconds. */
export function whenReady(before: number | null): string {
  if (!before) return 'We are cutting it. This takes a few seconds.';
  const first =
    before === 1 ? 'One clip is cut first.' : `${before} clips are cut first, each in a few seconds.`;
  return `It waits for its turn. ${first}`;
}
