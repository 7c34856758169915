import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import type { MemberScope } from '../../../scope.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Field } from '../../../ui/field.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { titleOf } from '../../map/screens/labels.ts';
import { positionPath } from '../../map/screens/paths.ts';
import { LibraryTabs } from '../screens/library-tabs.tsx';
import { searchSchema } from './note.schema.ts';
import { NoteList } from './note-list.tsx';
import { listedNotes, listNotes } from './notes.server.ts';

export const meta = () => [{ title: 'Your notebook | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const { search } = searchSchema.parse({ search: url.searchParams.get('search') ?? '' });
  const position = await askedPosition(scope, url);
  const asked = { size: pageSize, after: url.searchParams.get('after'), search, position: position?.id };
  const page = await listNotes(scope, asked);
  return { notes: await listedNotes(scope, page.items), search, position, ...forwardLinks(url, page) };
});

/** The position whose notes are asked for; one that is not on the map is left out. */
async function askedPosition(scope: MemberScope, url: URL) {
  const asked = url.searchParams.get('position');
  const found = asked ? (await techniqueMap(scope)).positions.get(Number(asked)) : undefined;
  return found ? { id: found.id, name: titleOf(found.name), path: positionPath(found) } : null;
}

export default function Notebook() {
  const { notes, search, position, further, start } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Your notebook</h1>
      <LibraryTabs current="/notebook" />
      {position && (
        <p>
          On <a href={position.path}>{position.name}</a>.{' '}
          <a className="tap" href="/notebook">
            All notes
          </a>
        </p>
      )}
      <search>
        <form action="/notebook" className="ask-row">
          {position && <input type="hidden" name="position" value={position.id} />}
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
      {notes.length === 0 && (search !== '' || position) && (
        <Empty title="No notes found" text="Try another word." icon="search">
          <ButtonLink href="/notebook">All notes</ButtonLink>
        </Empty>
      )}
      {notes.length === 0 && search === '' && !position && (
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
