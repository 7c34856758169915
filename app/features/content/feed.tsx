import type { ReactNode } from 'react';
import { Pager } from '../../ui/pager.tsx';
import { ContentGrid } from './content-grid.tsx';
import type { FeedPage } from './feed.server.ts';

/** 'Welcome Back!' and the newest items: the dashboard, and the home page of a phone. */
export function Feed({ feed, children }: { feed: FeedPage; children?: ReactNode }) {
  const { items, older, newer, ...place } = feed;
  return (
    <div className="stack">
      <header className="row row--apart">
        <div>
          <h1>Welcome Back!</h1>
          <p className="lead">Discover the latest content from your favorite creators</p>
        </div>
        {children}
      </header>
      <ContentGrid items={items} {...place} />
      <Pager older={older} newer={newer} />
    </div>
  );
}
