import { count } from '../number.ts';
import {
  type DayPoint,
  dateOf,
  namedDayOf,
  namedDays,
  scaleOf,
  shortDayOf,
  weekdayOf,
} from './chart-scale.ts';

/** A bar for each day. Screen readers read `label` with a summary; a table holds the same figures. */
export function Chart({
  label,
  points,
  format = count,
  least = 1,
}: {
  label: string;
  points: readonly DayPoint[];
  format?: (value: number) => string;
  /** The smallest step of the scale, such as 100 cents. */
  least?: number;
}) {
  const most = Math.max(0, ...points.map(({ value }) => value));
  return (
    <figure className="chart">
      <figcaption>
        <strong>{label}</strong>
      </figcaption>
      {most === 0 ? (
        <p className="soft">Nothing in these {points.length} days yet.</p>
      ) : (
        <svg role="img" aria-label={summaryOf(label, points, format)}>
          <Scale values={scaleOf(most, least)} format={format} />
          <Bars points={points} most={most} lines={scaleOf(most, least)} format={format} />
          <Days points={points} />
        </svg>
      )}
    </figure>
  );
}

type Format = (value: number) => string;

/** The lines have no room for cents, which they never need. */
const round = (text: string) => text.replace(/\.00$/, '');

function Scale({ values, format }: { values: number[]; format: Format }) {
  return values.map((value, index) => {
    const y = percent(100 - (100 * index) / (values.length - 1));
    return (
      <g key={value}>
        <line x2="100%" y1={y} y2={y} />
        <text x="-8" y={y} dy="5" textAnchor="end">
          {round(format(value))}
        </text>
      </g>
    );
  });
}

function Bars({
  points,
  most,
  lines,
  format,
}: {
  points: readonly DayPoint[];
  most: number;
  lines: number[];
  format: Format;
}) {
  const highest = points.findLastIndex(({ value }) => value === most);
  const isWeek = points.length <= 7;
  return points.map(({ day, value }, index) => {
    if (value <= 0) return null;
    const height = (100 * value) / (lines.at(-1) ?? value);
    const y = 100 - height;
    const text = round(format(value));
    return (
      <g key={day}>
        <title>{`${namedDayOf(day)}: ${text}`}</title>
        <rect
          x={percent(placeOf(index, points.length) + barOf(points.length) * 0.1)}
          y={percent(y)}
          width={percent(barOf(points.length) * 0.8)}
          height={percent(height)}
        />
        {(isWeek || index === highest) && (
          <text x={percent(middleOf(index, points.length))} y={percent(y)} dy="-5" textAnchor="middle">
            {text}
          </text>
        )}
      </g>
    );
  });
}

function Days({ points }: { points: readonly DayPoint[] }) {
  // A phone has no room for the name of the month below each day.
  const isWeek = points.length <= 7;
  return namedDays(points).map((index) => {
    const day = points[index]?.day ?? '';
    const x = percent(middleOf(index, points.length));
    return (
      <text key={day} x={x} y="100%" textAnchor="middle">
        <tspan x={x} dy="17">
          {weekdayOf(day)}
        </tspan>
        <tspan x={x} dy="16">
          {isWeek && index > 0 ? dateOf(day) : shortDayOf(day)}
        </tspan>
      </text>
    );
  });
}

const barOf = (count: number) => 100 / count;
const placeOf = (index: number, count: number) => index * barOf(count);
const middleOf = (index: number, count: number) => placeOf(index, count) + barOf(count) / 2;
const percent = (value: number) => `${Number(value.toFixed(2))}%`;

export function summaryOf(label: string, points: readonly DayPoint[], format: Format = String): string {
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const most = points.reduce<DayPoint | undefined>(
    (best, point) => (best && best.value >= point.value ? best : point),
    undefined,
  );
  if (!most || most.value <= 0) return `${label}: ${format(total)} in all.`;
  return `${label}: ${format(total)} in all, most on ${namedDayOf(most.day)} with ${format(most.value)}.`;
}
