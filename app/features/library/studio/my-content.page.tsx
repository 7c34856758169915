import { useLoaderData } from '@remix-run/react';
import { labelOf } from '../../../domain/content-terms.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { pageLinks } from '../../core/lists/keyset.ts';
import { videoWork } from '../../core/media/video-view.server.ts';
import { saleSlots } from '../authoring/sale-rights.server.ts';
import { SaleSlots } from '../authoring/sale-slots.tsx';
import { takeDownReasons } from '../items/take-down.server.ts';
import { ownLine } from './own-line.server.ts';
import { type OwnFilters, ownFilters, ownStates } from './own-list.schema.ts';
import { listOwn } from './own-list.sql.server.ts';
import { OwnTable } from './own-table.tsx';
import { sortNames } from './sort-names.ts';

const size = 24;

export const meta = () => [{ title: 'My Content | Studio | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { url }) => {
  const filters = ownFilters.parse(Object.fromEntries(url.searchParams));
  const page = await listOwn(scope, {
    filters,
    size,
    after: url.searchParams.get('after'),
    before: url.searchParams.get('before'),
  });
  const gone = page.items.filter(({ status }) => status === 'withdrawn').map(({ id }) => id);
  const reasons = await takeDownReasons(scope.em, gone);
  const works = await videoWork(
    scope.em,
    page.items.map(({ id }) => id),
  );
  const lines = page.items.map((item) =>
    ownLine(scope, item, { takenDown: reasons.get(item.id) ?? null, work: works.get(item.id) ?? null }),
  );
  return { filters, lines, selling: await saleSlots(scope), ...pageLinks(url, page) };
});

export default function MyContent() {
  const { filters, lines, selling, older, newer } = useLoaderData<typeof loader>();
  const isFiltered = filters.search !== '' || filters.state !== 'all';
  return (
    <section className="stack" aria-labelledby="my-content">
      <div className="row row--apart">
        <h1 id="my-content">My Content</h1>
        <ButtonLink href="/upload" icon="plus">
          Share Technique
        </ButtonLink>
      </div>
      <p className="soft small">
        <SaleSlots {...selling} from="/studio/content" />{' '}
        <a href="/map/missing">Positions that are not taught yet</a>
      </p>
      <Filters filters={filters} />
      {lines.length > 0 && <OwnTable lines={lines} filters={filters} />}
      {lines.length === 0 &&
        (isFiltered ? (
          <Empty title="No content found" text="Try adjusting your filters or search terms">
            <ButtonLink href="/studio/content">Show everything</ButtonLink>
          </Empty>
        ) : (
          <Empty title="Nothing here yet" text="Your uploads and drafts appear here." icon="upload">
            <ButtonLink href="/upload">Share a technique</ButtonLink>
          </Empty>
        ))}
      <Pager older={older} newer={newer} />
    </section>
  );
}

function Filters({ filters }: { filters: OwnFilters }) {
  return (
    <search>
      <form action="/studio/content" className="ask-row">
        <Field
          name="search"
          label="Search title and tags"
          type="search"
          defaultValue={filters.search}
          maxLength={100}
        />
        <Select
          name="state"
          label="Show"
          defaultValue={filters.state}
          options={ownStates.map((state) => ({ value: state, label: labelOf(state) }))}
        />
        <Select
          name="sort"
          label="Sort by"
          defaultValue={filters.sort}
          options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
        />
        <Button kind="secondary">Apply</Button>
      </form>
    </search>
  );
}
