import type { ReactNode } from 'react';
import { Icon } from '../../../ui/pictures/icon.tsx';

interface FoldProps {
  question: ReactNode;
  open?: boolean;
  children: ReactNode;
}

export function Fold({ question, open, children }: FoldProps) {
  return (
    <details className="answer" open={open}>
      <summary>
        {question}
        <Icon name="down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}
