import { useLoaderData } from '@remix-run/react';
import { labelOf } from '../../../domain/content-terms.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { DaysTable } from '../../../ui/figures/days-table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { creatorStats } from '../../commerce/earnings/creator-stats.server.ts';
import { dailyFigures, earlierSums } from './analytics.server.ts';
import { averages, engagementRate, measures, type Period, periods } from './analytics.ts';
import { Averages, BestItems, Development } from './analytics-parts.tsx';
import { listOwn } from './own-list.sql.server.ts';

const itemsShown = 10;
const usual: Period = 30;

export const meta = () => [{ title: 'Analytics | Studio | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { url }) => {
  const asked = Number(url.searchParams.get('days'));
  const period = periods.find((days) => days === asked) ?? usual;
  const filters = { search: '', state: 'published', sort: 'views' } as const;
  const best = await listOwn(scope, { filters, size: itemsShown });
  return {
    period,
    tabs: periods.map((days) => ({ href: `/studio/analytics?days=${days}`, label: `${days} days` })),
    averages: averages(await creatorStats(scope)),
    days: await dailyFigures(scope, period),
    earlier: await earlierSums(scope, period),
    best: best.items.map(({ id, title, views, likes, sales, downloads }) => ({
      id,
      title,
      views,
      likes,
      sales,
      downloads,
      engagement: engagementRate(views, likes),
    })),
  };
});

export default function Analytics() {
  const data = useLoaderData<typeof loader>();
  const { period, days, tabs } = data;
  return (
    <section className="stack stack--loose" aria-labelledby="analytics">
      <h1 id="analytics">Analytics</h1>
      <Averages {...data.averages} />
      <section className="stack" aria-labelledby="over-time">
        <h2 id="over-time">Over time</h2>
        <Tabs label="Period" tabs={tabs} current={`/studio/analytics?days=${period}`} />
        <div className="charts">
          {measures.map((measure) => (
            <Development key={measure} measure={measure} days={days} earlier={data.earlier[measure]} />
          ))}
        </div>
        <DaysTable
          columns={measures.map(labelOf)}
          days={days.map((each) => ({ day: each.day, values: measures.map((measure) => each[measure]) }))}
        />
      </section>
      <BestItems items={data.best} />
      <section className="stack" aria-labelledby="quick-actions">
        <h2 id="quick-actions">Quick actions</h2>
        <p className="form__actions">
          <ButtonLink href="/studio/upload" icon="upload">
            Upload Content
          </ButtonLink>
          <ButtonLink href="/profile" kind="secondary" icon="user">
            View Profile
          </ButtonLink>
          <ButtonLink href="/profile" kind="secondary" icon="settings">
            Settings
          </ButtonLink>
        </p>
      </section>
    </section>
  );
}
