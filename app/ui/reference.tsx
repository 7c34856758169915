import { createContext, useContext } from 'react';

/** The number under which the log knows this request; absent in a browser, which renders no error of ours anew. */
export const ReferenceContext = createContext<string | null>(null);

/** What to tell support when something broke. */
export function Reference() {
  const reference = useContext(ReferenceContext);
  return reference && <p className="soft small">Reference: {reference}</p>;
}
