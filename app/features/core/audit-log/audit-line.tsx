import { Moment } from '../../../ui/moment.tsx';
import type { AuditRow } from './audit-log.server.ts';
import { subjectAddress, subjectKinds } from './subjects.ts';

export type AuditFacts = Omit<AuditRow, 'id'>;

export function AuditLine({ entry }: { entry: AuditFacts }) {
  const address = subjectAddress(entry.kind, entry.subjectId);
  const changed = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  return (
    <li>
      <p>
        <strong>{entry.actor ? `@${entry.actor}` : 'Server console'}</strong> {entry.verb}{' '}
        {subjectKinds[entry.kind]} {address ? <a href={address}>{entry.subjectName}</a> : entry.subjectName}
      </p>
      <p className="soft small">
        <Moment at={entry.at} />
        {entry.note && `: ${entry.note}`}
      </p>
      {changed.length > 0 && (
        <details className="audit__change">
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
                  <td>{shown(entry.before?.[field])}</td>
                  <td>{shown(entry.after?.[field])}</td>
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
