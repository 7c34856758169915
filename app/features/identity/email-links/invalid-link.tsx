import type { ReactNode } from 'react';

export function InvalidLink({ children }: { children: ReactNode }) {
  return (
    <div className="panel narrow">
      <h1>This link no longer works</h1>
      <p>Each link works once, for a limited time, and only until you ask for a newer one.</p>
      {children}
    </div>
  );
}
