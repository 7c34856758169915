import { counted } from '../../../ui/number.ts';

/** The lists and courses that a creator shows to everyone. */
export function PublicLists({
  lists,
}: {
  lists: readonly { id: number; kind: string; title: string; entryCount: number }[];
}) {
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="lists">
      <h2 id="lists">Courses and lists</h2>
      <ul className="ruled">
        {lists.map(({ id, kind, title, entryCount }) => (
          <li key={id}>
            <a className="tap" href={`/lists/${id}`}>
              {title}
            </a>{' '}
            <span className="soft small">
              {kind === 'course' && 'Course · '}
              {counted(entryCount, 'item')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
