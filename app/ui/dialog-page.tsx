import type { ReactNode } from 'react';
import { Button, ButtonLink, Says } from './button.tsx';

/** The frame of a dialog that is a page first; scripts may lift it into `<dialog>` over the page before. */
export function DialogPage({
  title,
  heading: Heading = 'h1',
  children,
}: {
  title: string;
  /** 'h3' where it is only shown, in the style guide. */
  heading?: 'h1' | 'h3';
  children: ReactNode;
}) {
  return (
    <section className="dialog-page" aria-labelledby="dialog-title" data-dialog-page="">
      <Heading id="dialog-title">{title}</Heading>
      {children}
    </section>
  );
}

/** A question with one POST and a way back, such as a deletion. */
export function ConfirmPage({
  title,
  heading,
  text,
  confirm,
  pending = 'One moment...',
  cancel,
  danger = true,
  fields,
}: {
  title: string;
  heading?: 'h1' | 'h3';
  text: ReactNode;
  confirm: string;
  /** What the button says while the answer is on the way. */
  pending?: string;
  /** Where Cancel leads. */
  cancel: string;
  danger?: boolean;
  fields?: Record<string, string>;
}) {
  return (
    <DialogPage title={title} heading={heading}>
      <p>{text}</p>
      <form method="post" className="form__actions">
        <Says fields={fields} />
        <Button kind={danger ? 'danger' : 'primary'} pending={pending}>
          {confirm}
        </Button>
        <ButtonLink kind="secondary" href={cancel} data-dialog-close="">
          Cancel
        </ButtonLink>
      </form>
    </DialogPage>
  );
}
