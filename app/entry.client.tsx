import { enhance } from './enhance/index.ts';

// React is fetched only where the document was printed to be hydrated; its first effect then enhances.
if ('__remixContext' in window) import('./hydrate.client.tsx').then(({ hydrate }) => hydrate());
else enhance();
