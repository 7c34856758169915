import { createContext, useContext } from 'react';

/** The address of entry.client.ts in the build; null where no script is wanted. */
export const PageScriptContext = createContext<string | null>(null);

/** The script only enhances, so visible parts load first. React 18 does not know the attribute. */
const low = { fetchpriority: 'low' };

/** The only script of a page: the enhancement layer. React stays on the server (ADR-031). */
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
