import { counted } from '../../../ui/number.ts';

/** Lists and courses that are shown to everyone: those of a creator, or those that a search found. */
export function PublicLists({
  lists,
}: {
  lists: readonly { id: number; kind: string; title: string; entryCount: number; ownerName?: string }[];
}) {
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="lists">
      <h2 id="lists">Courses and lists</h2>
      <ul className="ruled">
        {lists.map(({ id, kind, title, entryCount, ownerName }) => (
          <li key={id}>
            <a className="tap" href={`/lists/${id}`}>
              {title}
            </a>{' '}
            <span className="soft small">
              {kind === 'course' && 'Course · '}
              {counted(entryCount, 'item')}
              {ownerName && `, by ${ownerName}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
