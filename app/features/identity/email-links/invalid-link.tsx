import type { ReactNode } from 'react';

export function InvalidLink({ children }: { children: ReactNode }) {
  return (
    <div className="panel narrow">
      <h1>This link does not work any more</h1>
      <p>Each link works once and for a limited time, and a newer step can replace it.</p>
      {children}
    </div>
  );
}
