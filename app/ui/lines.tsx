import type { ReactNode } from 'react';

export interface Line {
  label: string;
  value: ReactNode;
  /** Stands out, such as what is due. */
  isTotal?: boolean;
}

/** Facts or amounts, each beside its name. */
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
