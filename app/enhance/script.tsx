import { Scripts, useMatches } from '@remix-run/react';
import { createContext, useContext } from 'react';

/** The address of entry.client.tsx as the build named it; null where no script is wanted. */
export const EntryModule = createContext<string | null>('');

/** The only script of a page: the enhancement layer, or all of React where `handle.hydrate` asks for it. */
export function PageScript() {
  const entry = useContext(EntryModule);
  const isHydrated = useMatches().some(
    (match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate,
  );
  if (entry === null) return null;
  return isHydrated ? <Scripts /> : <script type="module" src={entry} />;
}
