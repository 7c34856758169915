import { isoOf, momentOf } from '../../../ui/date.ts';
import type { AuditRow } from './audit-log.server.ts';
import { subjectAddress, subjectKinds } from './subjects.ts';

export type AuditFacts = Omit<AuditRow, 'id'>;

export function AuditLine({ act }: { act: AuditFacts }) {
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
