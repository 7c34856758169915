import { dayOf, momentOf } from '../../ui/date.ts';
import { money } from '../../ui/money.ts';
import type { RequestLine } from './view.server.ts';
import { dueNames, stateNames } from './words.ts';

/** Requests below each other: what it is about, how it stands and until when. */
export function RequestList({
  lines,
  base = '/requests',
  from,
}: {
  lines: readonly RequestLine[];
  base?: string;
  /** Before the other one's name: 'to' or 'from'. */
  from: 'to' | 'from';
}) {
  return (
    <ul className="stack">
      {lines.map(({ id, title, state, priceCents, dueAt, movedAt, other }) => (
        <li key={id} className="panel">
          <p>
            <a className="tap" href={`${base}/${id}`}>
              <strong>{title}</strong>
            </a>
          </p>
          <p>
            {stateNames[state]}
            {dueAt && `, ${dueNames[state] ?? 'until'} ${momentOf(dueAt)}`}.
          </p>
          <p className="soft small">
            {from} {other}, {money(priceCents)}, {dayOf(movedAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}
