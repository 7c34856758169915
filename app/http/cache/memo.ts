const longestKey = 500;

/** Remembers answers by key, the `most` newest. Null and answers to long keys are computed each time. */
export function memo<Answer extends string | number | boolean | object | null>(most = 5_000) {
  const known = new Map<string, Answer>();
  return (key: string, compute: () => Answer): Answer => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = compute();
    if (answer === null || key.length > longestKey) return answer;
    if (known.size >= most) known.delete(known.keys().next().value ?? '');
    known.set(key, answer);
    return answer;
  };
}
