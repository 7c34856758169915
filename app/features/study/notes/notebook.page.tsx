import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { LibraryTabs } from '../screens/library-tabs.tsx';
import { searchSchema } from './note.schema.ts';
import { NoteList } from './note-list.tsx';
import { listNotes, noteJson } from './notes.server.ts';

export const meta = () => [{ title: 'Your notebook | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const { search } = searchSchema.parse({ search: url.searchParams.get('search') ?? '' });
  const page = await listNotes(scope, { size: pageSize, after: url.searchParams.get('after'), search });
  return { notes: page.items.map(noteJson), search, ...forwardLinks(url, page) };
});

export default function Notebook() {
  const { notes, search, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Your notebook</h1>
      <LibraryTabs current="/notebook" />
      <search>
        <form action="/notebook" className="ask-row">
          <Field
            name="search"
            label="Search your notes"
            type="search"
            maxLength={100}
            defaultValue={search}
          />
          <Button kind="secondary">Search</Button>
        </form>
      </search>
      {notes.length > 0 && <NoteList notes={notes} place={null} />}
      {notes.length === 0 && search !== '' && (
        <Empty title="No notes found" text="Try another word." icon="search">
          <ButtonLink href="/notebook">All notes</ButtonLink>
        </Empty>
      )}
      {notes.length === 0 && search === '' && (
        <Empty
          icon="edit"
          title={start === null ? 'No notes yet' : 'No more notes'}
          text="Open a technique and press Study to write down what matters, at its moment of the video."
        >
          <ButtonLink href={start ?? '/discover'}>
            {start === null ? 'Discover techniques' : 'Back to the newest'}
          </ButtonLink>
        </Empty>
      )}
      <Pager older={further} newer={start} />
    </div>
  );
}
