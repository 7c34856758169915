import { useLoaderData } from '@remix-run/react';
import { adminPage } from '../../../http/pages/page.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../lists/keyset.ts';
import { auditFilterSchema } from './audit-filter.schema.ts';
import { AuditLine } from './audit-line.tsx';
import { actors, listAudit } from './audit-log.server.ts';
import { subjectKinds } from './subjects.ts';

export const meta = () => [{ title: 'Log | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = adminPage(async (scope, { url }) => {
  const filter = auditFilterSchema.parse(Object.fromEntries(url.searchParams));
  const after = url.searchParams.get('after');
  const page = await listAudit(scope, filter, { size: 48, after });
  const query = new URLSearchParams(url.searchParams);
  query.delete('after');
  return {
    entries: page.items,
    filter,
    actors: await actors(scope),
    file: `/admin/log.csv?${query}`,
    ...forwardLinks(url, page),
  };
});

export default function Log() {
  const { entries, filter, actors, file, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <h1>Log</h1>
        <p className="soft">Every change an admin made, newest first. Entries cannot be edited.</p>
      </header>
      <form method="get" action="/admin/log" className="ask-row" aria-label="Filter the log">
        <Select
          name="by"
          label="Admin"
          defaultValue={filter.by ?? ''}
          options={[
            { value: '', label: 'Everyone' },
            ...actors.map((name) => ({ value: name, label: `@${name}` })),
          ]}
        />
        <Select
          name="kind"
          label="What"
          defaultValue={filter.kind ?? ''}
          options={[
            { value: '', label: 'Everything' },
            ...Object.entries(subjectKinds).map(([value, label]) => ({ value, label })),
          ]}
        />
        <Field name="id" label="Its number" defaultValue={filter.id ?? ''} inputMode="numeric" />
        <Field name="from" label="From" type="date" defaultValue={filter.from ?? ''} />
        <Field name="to" label="To" type="date" defaultValue={filter.to ?? ''} />
        <div className="row">
          <Button kind="secondary">Filter</Button>
          <ButtonLink href={file} kind="quiet" download="">
            Download (CSV)
          </ButtonLink>
        </div>
      </form>
      {entries.length === 0 ? (
        <Empty title="No entries yet" text="Changes by admins appear here." />
      ) : (
        <ol className="ruled">
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager older={further} newer={start} />
    </div>
  );
}
