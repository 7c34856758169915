/** A label that differs on phones. One is in the markup, the other in CSS, so a text browser reads one. */
export const ResponsiveLabel = ({ wide, phone }: { wide: string; phone: string }) => (
  <span data-phone={phone}>
    <span className="wide-only">{wide}</span>
  </span>
);
