import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './pictures/icon.tsx';

export interface ButtonLook {
  /** At most one primary button per view. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'large';
  icon?: IconName;
  full?: boolean;
  children?: ReactNode;
}

type ButtonProps = ButtonLook & ButtonHTMLAttributes<HTMLButtonElement> & { pending?: string };
type ButtonLinkProps = ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** `pending` is the text while its form is sent. The space at the end keeps two buttons apart in text browsers. */
export function Button({
  kind,
  size,
  icon,
  full,
  pending,
  className,
  children,
  type = 'submit',
  'aria-label': name,
  ...rest
}: ButtonProps) {
  // Text browsers show no attributes, so an icon button has its name in the text.
  const hiddenName = icon && !children ? name : undefined;
  return (
    <>
      <button
        {...rest}
        aria-label={hiddenName ? undefined : name}
        type={type}
        className={classOf({ full, icon, children }, className)}
        data-kind={kind}
        data-size={size}
        data-pending={pending}
      >
        {icon && <Icon name={icon} />}
        {children}
        {hiddenName && <span className="visually-hidden">{hiddenName}</span>}
      </button>{' '}
    </>
  );
}

/** `aria-label` names a link that is only an icon. */
export function ButtonLink({
  kind,
  size,
  icon,
  full,
  className,
  children,
  'aria-label': name,
  ...rest
}: ButtonLinkProps) {
  return (
    <>
      <a {...rest} className={classOf({ full, icon, children }, className)} data-kind={kind} data-size={size}>
        {icon && <Icon name={icon} />}
        {children}
        {!children && name && <span className="visually-hidden">{name}</span>}
      </a>{' '}
    </>
  );
}

/** The field of a form without others: lynx would send an empty one as GET. */
export const Sent = () => <input type="hidden" name="sent" value="1" />;

/** The hidden fields of a form, or the mark that it was sent. */
export function Says({ fields }: { fields?: Record<string, string> }) {
  if (!fields) return <Sent />;
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** A lone POST button: its own small form with hidden fields. */
export function ButtonForm({
  action,
  fields,
  formClass,
  ...button
}: ButtonProps & { action: string; fields?: Record<string, string>; formClass?: string }) {
  return (
    <form method="post" action={action} className={formClass}>
      <Says fields={fields} />
      <Button {...button} />
    </form>
  );
}

/** The end of an edit form: save, or go back without changes. */
export function SaveOrCancel({
  pending = 'Saving...',
  cancel,
  children,
}: {
  pending?: string;
  cancel: string;
  children?: ReactNode;
}) {
  return (
    <div className="form__actions">
      <Button kind="primary" pending={pending}>
        Save
      </Button>
      <ButtonLink href={cancel} kind="secondary">
        Cancel
      </ButtonLink>
      {children}
    </div>
  );
}

function classOf({ full, icon, children }: ButtonLook, more?: string) {
  const parts = ['button', full && 'button--full', icon && !children && 'button--icon', more];
  return parts.filter(Boolean).join(' ');
}
