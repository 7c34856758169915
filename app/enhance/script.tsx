import { Scripts, useMatches } from '@remix-run/react';
import { createContext, useContext } from 'react';

interface Script {
  /** The address of entry.client.tsx as the build named it; null where no script is wanted. */
  entry: string | null;
  /** What lets the inline scripts of a hydrated page pass its security policy. */
  nonce?: string;
}

/** Handed over by entry.server.tsx; in the browser only hydrated pages come to read it. */
export const PageScriptContext = createContext<Script>({ entry: '' });

/** The only script of a page: the enhancement layer, or all of React where `handle.hydrate` asks for it. */
export function PageScript() {
  const { entry, nonce } = useContext(PageScriptContext);
  const isHydrated = useMatches().some(
    (match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate,
  );
  if (entry === null) return null;
  return (
    <>
      {import.meta.env.DEV && <script type="module" src="/@vite/client" />}
      {isHydrated ? <Scripts nonce={nonce} /> : <script type="module" src={entry} />}
    </>
  );
}
