import { dayOf, deadlineOf } from '../../../ui/date.ts';
import { money } from '../../../ui/money.ts';
import { dueNames, stateNames } from './steps/states.ts';
import type { RequestLine } from './view.server.ts';

export function RequestList({
  lines,
  base = '/requests',
  from,
}: {
  lines: readonly RequestLine[];
  base?: string;
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
            {dueAt && `, ${dueNames[state] ?? 'until'} ${deadlineOf(dueAt)}`}.
          </p>
          <p className="soft small">
            {from} {other}, {money(priceCents)}, {dayOf(movedAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}
