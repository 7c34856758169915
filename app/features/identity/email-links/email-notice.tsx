import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { OutboxNote } from '../../site/outbox/outbox-note.tsx';
import { readableEmail } from '../accounts/email-address.ts';

interface EmailFacts {
  email: string;
  isEmailVerified: boolean;
  pendingEmail: string | null;
}

export function EmailNotice({ account, hasOutbox }: { account: EmailFacts; hasOutbox: boolean }) {
  const { email, isEmailVerified, pendingEmail } = account;
  if (pendingEmail === null && isEmailVerified) return null;
  const sendAgain = (
    <ButtonForm action="/account/email/send-again" kind="secondary">
      Send again
    </ButtonForm>
  );
  if (pendingEmail !== null) {
    return (
      <Callout title="Please confirm your new address" icon="mail">
        <div className="stack">
          <p>
            We sent a link to <strong>{readableEmail(pendingEmail)}</strong>. Until you confirm it, we keep
            using {readableEmail(email)}.
          </p>
          <OutboxNote hasOutbox={hasOutbox} />
          <div className="row">
            {sendAgain}
            <ButtonForm action="/account/email/cancel" kind="quiet">
              Cancel the change
            </ButtonForm>
          </div>
        </div>
      </Callout>
    );
  }
  return (
    <Callout title="Please confirm your email address" icon="mail">
      <div className="stack">
        <p>
          We sent a link to <strong>{readableEmail(email)}</strong>. It lets you back in if you forget your
          password.
        </p>
        <OutboxNote hasOutbox={hasOutbox} />
        <div className="row">
          {sendAgain}
          <ButtonLink href="/account/email" kind="quiet">
            Wrong address?
          </ButtonLink>
        </div>
      </div>
    </Callout>
  );
}
