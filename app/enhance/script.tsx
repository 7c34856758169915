import { createContext, useContext } from 'react';

/** The address of entry.client.ts as the build named it; null where no script is wanted. */
export const PageScriptContext = createContext<string | null>(null);

/** It makes a page nicer that is there already, so what is to be seen goes first. React 18 does not know the word. */
const low = { fetchpriority: 'low' };

/** The only script of a page: the enhancement layer. React stays on the server (decision 031). */
export function PageScript() {
  const address = useContext(PageScriptContext);
  if (address === null) return null;
  return (
    <>
      {import.meta.env.DEV && <script type="module" src="/@vite/client" />}
      <script type="module" src={address} {...low} />
    </>
  );
}
