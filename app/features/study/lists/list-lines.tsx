import { Moment } from '../../../ui/moment.tsx';
import { counted } from '../../../ui/number.ts';
import { type ListKind, visibilityNames } from './list-terms.ts';
import { listPath } from './paths.ts';

interface Line {
  id: number;
  kind: ListKind;
  title: string;
  visibility: 'private' | 'link' | 'public';
  linkKey: string | null;
  entryCount: number;
  /** How many of its items the viewer has seen. */
  seen: number;
  updatedAt: string;
  ownerName: string;
  isOwn: boolean;
}

/** Lists, one a line, with how much is on them. */
export const ListLines = ({ lists }: { lists: readonly Line[] }) => (
  <ul className="ruled">
    {lists.map((list) => (
      <li key={list.id}>
        <a className="tap" href={listPath(list)}>
          <strong>{list.title}</strong>
        </a>
        <p className="soft small">
          {list.kind === 'course' && 'Course · '}
          {counted(list.entryCount, 'item')} · {list.seen > 0 && `${list.seen} seen · `}
          {list.isOwn ? visibilityNames[list.visibility] : `by ${list.ownerName}`} · changed{' '}
          <Moment at={list.updatedAt} as="day" />
        </p>
      </li>
    ))}
  </ul>
);
