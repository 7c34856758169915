import { route } from '@remix-run/route-config';

/** The addresses of the area `study`, which app/routes.ts puts among the others. */

export const everyone = [
  route('lists/:id', 'features/study/lists/list.page.tsx'),
  route('lists/:id/:position', 'features/study/lists/play.page.tsx'),
];

export const members = [
  route('content/:id/lists', 'features/study/lists/item-lists.page.tsx'),
  route('lists', 'features/study/lists/lists.page.tsx'),
  route('lists/of-items', 'features/study/lists/sharing/list-of-items.action.ts'),
  route('lists/:id/edit', 'features/study/lists/edit-list.page.tsx'),
  route('lists/:id/sections', 'features/study/lists/sections/sections.page.tsx'),
  route('lists/:id/delete', 'features/study/lists/delete-list.page.tsx'),
  route('lists/:id/follow', 'features/study/lists/sharing/follow-list.action.ts'),
  route('lists/:id/copy', 'features/study/lists/sharing/copy-list.action.ts'),
  route('lists/:id/entries/:entryId', 'features/study/lists/entry.page.tsx'),
  route('lists/:id/entries/:entryId/move', 'features/study/lists/move-entry.action.ts'),
  route('lists/:id/entries/:entryId/remove', 'features/study/lists/remove-entry.action.ts'),
  route('content/:id/study', 'features/study/screens/study.page.tsx'),
  route('content/:id/seen', 'features/study/progress/seen.action.ts'),
  route('history', 'features/study/progress/history.page.tsx'),
  route('history/clear', 'features/study/progress/clear-history.page.tsx'),
  route('history/pause', 'features/study/progress/pause-history.action.ts'),
  route('history/:id/forget', 'features/study/progress/forget.action.ts'),
  route('notebook', 'features/study/notes/notebook.page.tsx'),
  route('notebook/:id', 'features/study/notes/note.page.tsx'),
  route('notebook/:id/delete', 'features/study/notes/delete-note.page.tsx'),
];

export const api = [
  route('api/content/:id/progress', 'features/study/progress/progress.api.ts'),
  route('api/history', 'features/study/progress/history.api.ts'),
  route('api/history/:id', 'features/study/progress/history-item.api.ts'),
  route('api/creators/:username/lists', 'features/study/lists/creator-lists.api.ts'),
  route('api/content/:id/notes', 'features/study/notes/notes.api.ts'),
  route('api/notes', 'features/study/notes/notebook.api.ts'),
  route('api/notes/:id', 'features/study/notes/note.api.ts'),
  route('api/lists', 'features/study/lists/lists.api.ts'),
  route('api/map/next', 'features/study/next/next.api.ts'),
  route('api/lists/in-progress', 'features/study/lists/in-progress.api.ts'),
  route('api/lists/:id', 'features/study/lists/list.api.ts'),
  route('api/lists/:id/sections', 'features/study/lists/sections/sections.api.ts'),
  route('api/lists/:id/follow', 'features/study/lists/sharing/follow-list.api.ts'),
  route('api/lists/:id/copy', 'features/study/lists/sharing/copy-list.api.ts'),
  route('api/lists/:id/entries', 'features/study/lists/entries.api.ts'),
  route('api/lists/:id/entries/:entryId', 'features/study/lists/entry.api.ts'),
];
