export interface ToastMessage {
  kind: 'success' | 'error' | 'info';
  title: string;
  text?: string;
  link?: { href: string; label: string };
}

/** What separates a title from its sentence. */
const afterTitle = (title: string) => (/[.!?]$/.test(title) ? ' ' : ': ');

/** The page's one toast, rendered even when empty: a live region must exist before its text. `path` is for Dismiss. */
export function ToastRegion({
  toast,
  path,
  id = 'toast',
}: {
  toast: ToastMessage | null;
  path: string;
  id?: string;
}) {
  return (
    <div
      className="toast no-print"
      id={id}
      role={toast?.kind === 'error' ? 'alert' : 'status'}
      data-toast=""
      data-kind={toast?.kind}
    >
      {toast && (
        <>
          <p className="toast__words">
            <strong>{toast.title}</strong>
            {toast.text && `${afterTitle(toast.title)}${toast.text}`}
          </p>
          {toast.link && <a href={toast.link.href}>{toast.link.label}</a>}{' '}
          <a href={path} data-dismiss="">
            Dismiss
          </a>
        </>
      )}
    </div>
  );
}
