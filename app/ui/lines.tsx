import type { ReactNode } from 'react';

export interface Line {
  label: string;
  value: ReactNode;
  /** Emphasised, such as a total. */
  isTotal?: boolean;
}

export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="lines">
      {lines.map(({ label, value, isTotal }) => (
        <div key={label} data-total={isTotal ? '' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
