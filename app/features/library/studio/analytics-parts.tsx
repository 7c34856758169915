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

export function BestItems({ items }: { items: Best[] }) {
  if (items.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="best">
      <h2 id="best">Your most viewed</h2>
      <div className="scrolls">
        <table>
          <thead>
            <tr>
              <th scope="col">Content</th>
              {['Views', 'Likes', 'Sales', 'Downloads', 'Engagement'].map((label) => (
                <th scope="col" className="number" key={label}>
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
                <td className="number">{count(item.views)}</td>
                <td className="number">{count(item.likes)}</td>
                <td className="number">{count(item.sales)}</td>
                <td className="number">{count(item.downloads)}</td>
                <td className="number">{item.engagement}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a className="tap" href="/studio/content?sort=views">
          All items by views
        </a>
      </p>
    </section>
  );
}
