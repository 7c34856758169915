/**
 * What is called otherwise on a phone. One of the two names is in the text, the other in an attribute that CSS
 * writes out: a text browser, which knows no widths, reads one name and not both.
 */
export const TwoWords = ({ wide, phone }: { wide: string; phone: string }) => (
  <span data-phone={phone}>
    <span className="wide-only">{wide}</span>
  </span>
);
