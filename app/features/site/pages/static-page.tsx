import type { ReactNode } from 'react';

export function StaticPage({
  title,
  lead,
  updated,
  children,
}: {
  title: string;
  lead: string;
  updated?: string;
  children: ReactNode;
}) {
  return (
    <article className="prose">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {updated && <p className="soft small">In force since {updated}</p>}
      {children}
    </article>
  );
}
