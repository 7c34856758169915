import { playPath } from './paths.ts';

interface Line {
  id: number;
  title: string;
  visibility: string;
  linkKey: string | null;
  seen: number;
  total: number;
  next: number;
}

/** Lists and courses that the viewer has begun, each with the link to what comes next. */
export const ListsInProgress = ({ lists }: { lists: readonly Line[] }) => (
  <ul className="ruled">
    {lists.map((list) => (
      <li key={list.id}>
        <a className="tap" href={playPath(list, list.next)}>
          {list.title}
        </a>{' '}
        <span className="soft small">
          {list.seen} of {list.total} seen
        </span>
      </li>
    ))}
  </ul>
);
