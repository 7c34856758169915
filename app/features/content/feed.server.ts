import type { Scope } from '../../scope.ts';
import { filtersOf } from './filters.schema.ts';
import { listPage } from './list-page.server.ts';

/** The newest items for whoever asks: the dashboard, and the home page of a phone. */
export const feedPage = (scope: Scope, url: URL) =>
  listPage(scope, url, { filters: filtersOf(new URLSearchParams()) });
export type FeedPage = Awaited<ReturnType<typeof feedPage>>;
