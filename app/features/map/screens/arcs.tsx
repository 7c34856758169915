import type { ComponentProps } from 'react';
import { ArcList } from './arc-list.tsx';

/** A part of a position's page: the techniques that lead out of it, or into it. @param all without the filters */
export function Arcs({
  id,
  title,
  all,
  ...list
}: { id: string; title: string; all: number } & ComponentProps<typeof ArcList>) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className="soft small">{list.arcs.length}</span>
      </h2>
      {list.arcs.length > 0 && <ArcList {...list} />}
      {list.arcs.length === 0 && (
        <p className="soft">{all === 0 ? 'Nothing that we know yet.' : 'Nothing with these filters.'}</p>
      )}
    </section>
  );
}
