import { isoOf, momentOf } from '../../ui/date.ts';
import { type SubjectKind, subjectAddress, subjectKinds } from './words.ts';

export interface ActFacts {
  at: string;
  actor: string | null;
  verb: string;
  kind: SubjectKind;
  subjectId: string;
  subjectName: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  note: string | null;
}

/** One line of the log; what changed opens below it. */
export function ActLine({ act }: { act: ActFacts }) {
  const address = subjectAddress(act.kind, act.subjectId);
  const changed = [...new Set([...Object.keys(act.before ?? {}), ...Object.keys(act.after ?? {})])];
  return (
    <li>
      <p>
        <strong>{act.actor ? `@${act.actor}` : 'The machine’s keeper'}</strong> {act.verb}{' '}
        {subjectKinds[act.kind]} {address ? <a href={address}>{act.subjectName}</a> : act.subjectName}
      </p>
      <p className="soft small">
        <time dateTime={isoOf(act.at)}>{momentOf(act.at)}</time>
        {act.note && `: ${act.note}`}
      </p>
      {changed.length > 0 && (
        <details className="act__change">
          <summary>Before and after</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changed.map((field) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{shown(act.before?.[field])}</td>
                  <td>{shown(act.after?.[field])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </li>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
