/** From the page of a thing to its sheet, which also offers the study pack. */
export const SheetLink = ({ href }: { href: string }) => (
  <a className="tap" href={href}>
    Sheet and study pack
  </a>
);
