import { createContext, useContext } from 'react';

/** The request's number in the log; null in a browser, which renders no error page again. */
export const ReferenceContext = createContext<string | null>(null);

export function Reference() {
  const reference = useContext(ReferenceContext);
  return reference && <p className="soft small">Reference: {reference}</p>;
}
