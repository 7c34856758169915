import { Chart } from '../../../ui/figures/chart.tsx';
import { DaysTable } from '../../../ui/figures/days-table.tsx';
import { Trend } from '../../../ui/figures/trend.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { count } from '../../../ui/number.ts';
import { type Figures, notAvailable } from './stats.ts';

const charts = [
  { name: 'signUps', label: 'Sign-ups', write: count, least: 1 },
  { name: 'uploads', label: 'Uploads', write: count, least: 1 },
  { name: 'newPlans', label: 'New plans', write: count, least: 1 },
  { name: 'gross', label: 'Revenue', write: money, least: 100 },
  { name: 'platformShare', label: 'Summa’s share', write: money, least: 100 },
] as const;

/** Charts of the last days; the table after them holds the same figures. */
export function Developments({ figures }: { figures: Figures }) {
  const days = charts.map(({ name }) => figures[name]?.days).find((found) => found) ?? [];
  return (
    <section className="stack" aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <div className="charts">
        {charts.map((chart) => (
          <OneChart key={chart.name} {...chart} figures={figures} />
        ))}
      </div>
      <DaysTable
        columns={charts.map(({ label }) => label)}
        days={days.map(({ day }, index) => ({
          day,
          values: charts.map(({ name, write }) => {
            const value = figures[name]?.days[index]?.value;
            return value === undefined ? notAvailable : write(value);
          }),
        }))}
      />
    </section>
  );
}

function OneChart({ name, label, write, least, figures }: (typeof charts)[number] & { figures: Figures }) {
  const found = figures[name];
  if (!found) {
    return (
      <p className="panel">
        {label}: {notAvailable}
      </p>
    );
  }
  return (
    <div className="panel">
      <Chart label={`${label} per day`} points={found.days} format={write} least={least} />
      <Trend total={found.total} earlier={found.earlier} days={found.days.length} format={write} />
    </div>
  );
}

export function FailingJobs({ jobs }: { jobs: Figures['jobs'] }) {
  if (!jobs || jobs.failing === 0) return null;
  return (
    <section className="stack" aria-labelledby="failing">
      <h2 id="failing">Jobs failing</h2>
      <Lines
        lines={jobs.latest.map(({ id, task, attempts, mostAttempts, error }) => ({
          label: `${task} (${id})`,
          value: `${error} After ${attempts} of ${mostAttempts} tries.`,
        }))}
      />
      {jobs.failing > jobs.latest.length && (
        <p className="soft">And {count(jobs.failing - jobs.latest.length)} more.</p>
      )}
    </section>
  );
}
