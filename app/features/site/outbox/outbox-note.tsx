/** Shown wherever an email is promised while emails are kept instead of sent. */
export function OutboxNote({ hasOutbox }: { hasOutbox: boolean }) {
  if (!hasOutbox) return null;
  return (
    <p className="soft small">
      No mail server is set up here. You’ll find the email in the <a href="/outbox">outbox</a>.
    </p>
  );
}
