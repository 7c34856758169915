import type { ReactNode } from 'react';
import { Icon } from '../../../ui/pictures/icon.tsx';

export function Fold({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className="answer">
      <summary>
        {question}
        <Icon name="down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}
