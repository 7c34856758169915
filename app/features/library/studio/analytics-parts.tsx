import { labelOf } from '../../../domain/content-terms.ts';
import { Chart } from '../../../ui/figures/chart.tsx';
import { StatList } from '../../../ui/figures/stat-list.tsx';
import { Trend } from '../../../ui/figures/trend.tsx';
import { count, oneDecimal } from '../../../ui/number.ts';
import type { DayFigures, Measure } from './analytics.ts';

/** Averages per item (C2.26, C2.27). */
export function Averages(props: { viewsPerContent: number; likesPerContent: number; engagement: string }) {
  return (
    <StatList
      stats={[
        ['Average views per content', oneDecimal(props.viewsPerContent)],
        ['Average likes per content', oneDecimal(props.likesPerContent)],
        ['Engagement rate, likes per view', props.engagement],
      ]}
    />
  );
}

export function Development({
  measure,
  days,
  earlier,
}: {
  measure: Measure;
  days: DayFigures[];
  earlier: number;
}) {
  const total = days.reduce((sum, day) => sum + day[measure], 0);
  return (
    <div className="panel">
      <Chart
        label={`${labelOf(measure)} per day`}
        points={days.map((each) => ({ day: each.day, value: each[measure] }))}
      />
      <Trend total={total} earlier={earlier} days={days.length} />
    </div>
  );
}

type Best = {
  id: number;
  title: string;
  views: number;
  likes: number;
  sales: number;
  downloads: number;
  engagement: string;
};

const figures: [label: string, textOf: (item: Best) => string][] = [
  ['Views', ({ views }) => count(views)],
  ['Likes', ({ likes }) => count(likes)],
  ['Sales', ({ sales }) => count(sales)],
  ['Downloads', ({ downloads }) => count(downloads)],
  ['Engagement', ({ engagement }) => engagement],
];

/** A table, or cards on a phone, as in My Content. */
export function BestItems({ items }: { items: Best[] }) {
  if (items.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="best">
      <h2 id="best">Your most viewed</h2>
      <table className="own">
        <thead>
          <tr>
            <th scope="col">Content</th>
            {figures.map(([label]) => (
              <th scope="col" className="own__figure" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <a href={`/content/${item.id}`}>{item.title}</a>
              </th>
              {figures.map(([label, textOf]) => (
                <td className="own__figure" data-label={label} key={label}>
                  {textOf(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a className="tap" href="/studio/content?sort=views">
          All items by views
        </a>
      </p>
    </section>
  );
}
