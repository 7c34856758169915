import { randomUUID } from 'node:crypto';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { whatUnlocks } from '../../commerce/plans/unlock/unlock.server.ts';
import { UnlockBox } from '../../commerce/plans/unlock/unlock-box.tsx';
import { chaptersOf } from '../../library/chapters/chapters.ts';
import { findItem } from '../../library/items/item.server.ts';
import { FirstMedia } from '../../library/items/item-media.tsx';
import { itemView } from '../../library/items/item-view.server.ts';
import { clockOf, momentIn } from '../../library/items/step.ts';
import { type ItemMap, itemMap } from '../../library/map-links/link-view.server.ts';
import { SheetLink } from '../../library/sheets/sheet-link.tsx';
import { addNote } from '../notes/add-note.server.ts';
import { momentOfForm, noteFormSchema } from '../notes/note.schema.ts';
import { NoteFields } from '../notes/note-fields.tsx';
import { NoteList } from '../notes/note-list.tsx';
import { listedNotes, notesOf } from '../notes/notes.server.ts';
import { SeenButton } from '../progress/seen-button.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Study: ${data?.item.title ?? 'technique'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id, url }) => {
  const item = await findItem(scope, id());
  const from = momentIn(url.searchParams.get('t'));
  const [notes, unlock, map] = await Promise.all([
    notesOf(scope, item.id),
    whatUnlocks(scope, item),
    itemMap(scope, item.id),
  ]);
  const shown = itemView(scope, item, { quality: null, from });
  return {
    item: { ...shown, id: item.id },
    seen: item.seen,
    places: placesOf(map),
    unlock,
    from: from ?? shown.continueAt ?? null,
    chapters: chaptersOf(shown.steps),
    notes: await listedNotes(scope, notes),
    attempt: randomUUID(),
  };
});

export const action = memberPage(async (scope, { context, id, form }) => {
  const { at, ...note } = await form(noteFormSchema);
  const { id: noteId } = await addNote(scope, id(), { ...note, seconds: momentOfForm(at) });
  return seeOther(context, `/content/${id()}/study#note-${noteId}`, toast.success('Note saved'));
});

export default function Study() {
  const { item, places, seen, unlock, from, chapters, notes, attempt } = useLoaderData<typeof loader>();
  const here = `/content/${item.id}/study`;
  const { form, errors, control } = usePostedForm(noteFormSchema, {
    id: 'note',
    defaultValue: { at: from === null ? '' : clockOf(from) },
  });
  return (
    <div className="stack stack--loose">
      <article className="item" data-tier={item.tier} data-locked={item.locked || undefined}>
        <div className="item__head stack">
          <h1>{item.title}</h1>
          <Tabs
            label="Technique"
            tabs={[
              { href: `/content/${item.id}`, label: 'Technique' },
              { href: here, label: 'Study' },
              { href: `/content/${item.id}/comments`, label: 'Comments' },
            ]}
            current={here}
          />
        </div>
        <FirstMedia item={item} />
        <div className="stack">
          {unlock && <UnlockBox {...unlock} back={here} isSignedIn />}
          {!item.locked && (
            <form {...form} action={here} className="form">
              <h2 className="as-h3">Write a note</h2>
              <ErrorSummary errors={errors} />
              <input type="hidden" name="attempt" value={control('attempt').defaultValue ?? attempt} />
              <NoteFields control={control} hasVideo={item.videoCount > 0} />
              <div className="form__actions">
                <Button kind="primary" pending="Saving...">
                  Save note
                </Button>
              </div>
              <p className="soft small">Only you see your notes.</p>
            </form>
          )}
        </div>
        <div className="item__text stack">
          <div className="row no-print">
            <SeenButton id={item.id} title={item.title} seen={seen} back={here} />
            <a className="tap" href={`/content/${item.id}/lists`} data-dialog="">
              Put on a list
            </a>{' '}
            <SheetLink href={`/content/${item.id}/sheet`} />{' '}
            {!item.locked && item.videoCount > 0 && (
              <a className="tap" href={`/content/${item.id}/loop`}>
                Loop a moment
              </a>
            )}{' '}
            {item.isOwn && item.videoCount > 0 && (
              <a className="tap" href={`/content/${item.id}/chapters`}>
                Edit chapters
              </a>
            )}
          </div>
          {places.length > 0 && <OnMap places={places} />}
          {chapters.length > 0 && <Chapters chapters={chapters} here={here} from={from} />}
        </div>
      </article>
      <section className="stack" aria-labelledby="notes">
        <h2 id="notes">Your notes</h2>
        {notes.length === 0 ? (
          <p className="soft">None yet. All your notes are in your notebook.</p>
        ) : (
          <NoteList notes={notes} place={here} />
        )}
        <p>
          <a className="tap" href="/notebook">
            Your notebook
          </a>
        </p>
      </section>
    </div>
  );
}

interface Place {
  name: string;
  path: string;
}

/** What the item begins with, does and ends in, each once, where it has a page. */
const placesOf = ({ startsIn, does, endsIn }: ItemMap): Place[] => {
  const paths = new Map(
    [startsIn, does, endsIn].flatMap((thing) => (thing?.path ? [[thing.path, thing.name]] : [])),
  );
  return [...paths].map(([path, name]) => ({ path, name }));
};

const OnMap = ({ places }: { places: Place[] }) => (
  <p className="row">
    On the map:
    {places.map(({ name, path }) => (
      <Fragment key={path}>
        <a className="tap" href={path}>
          {name}
        </a>{' '}
      </Fragment>
    ))}
  </p>
);

function Chapters({
  chapters,
  here,
  from,
}: {
  chapters: { seconds: number; title: string }[];
  here: string;
  from: number | null;
}) {
  return (
    <section className="stack" aria-labelledby="chapters">
      <h2 id="chapters" className="as-h3">
        Chapters
      </h2>
      <ol className="item__steps">
        {chapters.map(({ seconds, title }) => (
          <li key={seconds}>
            <a
              className="item__moment"
              href={`${here}?t=${seconds}#video`}
              aria-current={from === seconds ? 'step' : undefined}
            >
              {title} <span className="soft small">{clockOf(seconds)}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
