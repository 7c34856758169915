import { ButtonLink } from '../../../ui/button.tsx';

/** From the page of a thing to its sheet and its study pack. */
export function SheetLinks({ href }: { href: string }) {
  return (
    <p className="row no-print">
      <ButtonLink href={href} kind="quiet" rel="nofollow">
        Sheet to print
      </ButtonLink>
      <ButtonLink href={`${href}#pack`} kind="quiet" rel="nofollow">
        Study pack
      </ButtonLink>
    </p>
  );
}
