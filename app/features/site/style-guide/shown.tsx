import type { ReactNode } from 'react';

export function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack guide" aria-labelledby={id} data-chapter={id}>
      <h2 id={id}>{title}</h2>
      <div className="guide__parts">{children}</div>
    </section>
  );
}

/** One part in one state; `wide` takes the whole row. */
export function Shown({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure className={wide ? 'stack guide__wide' : 'stack'} data-shown={name}>
      <figcaption className="soft small">{name}</figcaption>
      <div>{children}</div>
    </figure>
  );
}
