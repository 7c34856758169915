import { count } from '../number.ts';

interface ChartPoint {
  label: string;
  value: number;
}

const width = 600;
const height = 160;

/** Bars over time; a table holds the same figures, so screen readers read only `label` and a summary. */
export function Chart({
  label,
  points,
  format,
}: {
  label: string;
  points: readonly ChartPoint[];
  format?: (value: number) => string;
}) {
  const top = roundUp(Math.max(1, ...points.map(({ value }) => value)));
  const step = width / Math.max(1, points.length);
  const gap = Math.min(4, step / 4);
  const bars = points
    .map(({ value }, index) => {
      const tall = (height * Math.max(0, value)) / top;
      return (
        tall > 0 &&
        `M${short(index * step + gap / 2)} ${height}v-${short(tall)}h${short(step - gap)}v${short(tall)}z`
      );
    })
    .filter(Boolean)
    .join('');
  return (
    <figure className="chart">
      <figcaption className="chart__words">
        <strong>{label}</strong> <span>0 to {(format ?? count)(top)}</span>
      </figcaption>
      <svg
        viewBox={`0 -8 ${width} ${height + 9}`}
        width={width}
        height={height}
        role="img"
        aria-label={summaryOf(label, points, format)}
        preserveAspectRatio="none"
      >
        <path className="chart__grid" d={`M0 0h${width}M0 ${height / 2}h${width}M0 ${height}h${width}`} />
        <path className="chart__bars" d={bars} />
      </svg>
      <p className="chart__words" aria-hidden="true">
        <span>{points[0]?.label}</span> <span>{points.at(-1)?.label}</span>
      </p>
    </figure>
  );
}

const short = (value: number) => Number(value.toFixed(1));

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((times) => times * power).find((each) => each >= value) ?? value;
}

export function summaryOf(
  label: string,
  points: readonly ChartPoint[],
  format: (value: number) => string = String,
): string {
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const most = points.reduce<ChartPoint | undefined>(
    (best, point) => (best && best.value >= point.value ? best : point),
    undefined,
  );
  if (!most || most.value <= 0) return `${label}: ${format(total)} in all.`;
  return `${label}: ${format(total)} in all, most on ${most.label} with ${format(most.value)}.`;
}
