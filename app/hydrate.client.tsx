import { RemixBrowser } from '@remix-run/react';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { enhance } from './enhance/index.ts';

/** Takes over a page that asked for it; the enhancements wait, so that React finds the page as it was printed. */
export function hydrate() {
  startTransition(() => {
    hydrateRoot(document, <Page />);
  });
}

function Page() {
  useEffect(enhance, []);
  return <RemixBrowser />;
}
