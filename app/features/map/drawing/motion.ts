/** WCAG 2.2.2: what moves longer needs a button to stop it. */
const longestSeconds = 5;
const restSeconds = 0.6;
/** So slow that a pose can be recognised. */
const slower = 2;

/** Of a whole movement with its rests, in seconds, and when each frame is reached, as shares of it. */
export function timing(
  frames: number,
  perSecond: number,
): { seconds: number; times: number[]; repeats: number } {
  const steps = frames - 1;
  const step = slower / perSecond;
  const natural = 2 * restSeconds + steps * step;
  const seconds = Math.min(natural, longestSeconds);
  const rest = restSeconds / natural;
  const times = Array.from({ length: frames }, (_, at) => rest + ((1 - 2 * rest) * at) / steps);
  return { seconds, times: [0, ...times, 1], repeats: Math.floor(longestSeconds / seconds) };
}

/** Leads a path through its shapes, with a rest before and after. Shapes that lie on the way between others are left out.
 *  @param write a shape as the value of `d`
 *  @param tolerance units by which a part may leave its way */
export function animation(
  shapes: readonly number[][],
  write: (shape: number[]) => string,
  perSecond: number,
  tolerance: number,
): string {
  if (shapes.length === 1) return '';
  const { seconds, times, repeats } = timing(shapes.length, perSecond);
  const kept = keyFrames([shapes[0]!, ...shapes, shapes.at(-1)!], times, tolerance);
  const values = kept.map(({ shape }) => write(shape));
  if (new Set(values).size === 1) return '';
  const keyTimes = kept.map(({ time }) => String(Number(time.toFixed(3))).replace(/^0\./, '.')).join(';');
  const again = repeats > 1 ? ` repeatCount="${repeats}"` : '';
  const fixed = `attributeName="d" fill="freeze" dur="${Number(seconds.toFixed(2))}s"${again}`;
  return `<animate ${fixed} keyTimes="${keyTimes}" values="${values.join(';')}"/>`;
}

interface KeyFrame {
  shape: number[];
  time: number;
}

function keyFrames(shapes: number[][], times: number[], tolerance: number): KeyFrame[] {
  const all = shapes.map((shape, at) => ({ shape, time: times[at]! }));
  const kept = [all[0]!];
  for (let at = 0; at < all.length - 1; ) {
    let next = at + 1;
    while (next + 1 < all.length && isOnTheWay(all.slice(at, next + 2), tolerance)) next += 1;
    kept.push(all[next]!);
    at = next;
  }
  return kept;
}

function isOnTheWay(frames: KeyFrame[], tolerance: number): boolean {
  const [from, to] = [frames[0]!, frames.at(-1)!];
  return frames.slice(1, -1).every(({ shape, time }) => {
    const share = (time - from.time) / (to.time - from.time);
    return shape.every(
      (value, at) =>
        Math.abs(from.shape[at]! + share * (to.shape[at]! - from.shape[at]!) - value) <= tolerance,
    );
  });
}
