import type { ReactNode } from 'react';
import { Button, ButtonLink, Says } from './button.tsx';
import { ErrorSummary } from './error-summary.tsx';

/** The frame of a dialog that is a page; scripts may show it in a `<dialog>` over the page before. */
export function DialogPage({
  title,
  heading: Heading = 'h1',
  children,
}: {
  title: string;
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

export function ConfirmPage({
  title,
  heading,
  text,
  confirm,
  pending = 'One moment...',
  cancel,
  danger = true,
  fields,
  errors,
}: {
  title: string;
  heading?: 'h1' | 'h3';
  text: ReactNode;
  confirm: string;
  /** The button's text while the form is on the way. */
  pending?: string;
  cancel: string;
  danger?: boolean;
  fields?: Record<string, string>;
  /** Why the answer before was a refusal: `usePostedErrors()` of the page. */
  errors?: Record<string, string[] | undefined>;
}) {
  return (
    <DialogPage title={title} heading={heading}>
      <ErrorSummary errors={errors} title="Please look again" />
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
