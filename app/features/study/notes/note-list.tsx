import { ButtonLink } from '../../../ui/button.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { clockOf } from '../../library/items/step.ts';
import type { ListedNote } from './notes.server.ts';

/** Notes with links to their moments.
 *  @param place where a link to a moment leads: the page that shows the video; null names the item of each note */
export function NoteList({ notes, place }: { notes: readonly ListedNote[]; place: string | null }) {
  return (
    <ul className="ruled">
      {notes.map((note) => (
        <li key={note.id} id={`note-${note.id}`} className="row row--apart">
          <div>
            <p className="small">
              {place === null && <ItemLink {...note} />} <MomentLink note={note} place={place} />{' '}
              <span className="soft">
                <Moment at={note.createdAt} />
                {note.updatedAt > note.createdAt && ', changed'}
              </span>
            </p>
            <p className="as-written">{note.text}</p>
          </div>
          <div className="row">
            <ButtonLink href={`/notebook/${note.id}`} kind="quiet" icon="edit" aria-label="Edit this note" />
            <ButtonLink
              href={`/notebook/${note.id}/delete`}
              kind="quiet"
              icon="trash"
              aria-label="Delete this note"
              data-dialog=""
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

const ItemLink = ({ contentId, title, isThere }: ListedNote) =>
  !isThere ? (
    <>
      <strong>{title}</strong>{' '}
      <span className="soft">({contentId === null ? 'deleted' : 'not available now'})</span>
    </>
  ) : (
    <a className="tap" href={`/content/${contentId}/study`}>
      <strong>{title}</strong>
    </a>
  );

function MomentLink({
  note: { contentId, seconds, isThere },
  place,
}: {
  note: ListedNote;
  place: string | null;
}) {
  if (seconds === null) return null;
  if (!isThere) return <>{clockOf(seconds)}</>;
  return (
    <a className="item__moment" href={`${place ?? `/content/${contentId}/study`}?t=${seconds}#video`}>
      <span className="visually-hidden">Play from </span>
      {clockOf(seconds)}
    </a>
  );
}
