import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonLook {
  /** One primary button a view; the others step back. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'large';
  icon?: IconName;
  full?: boolean;
  children?: ReactNode;
}

type ButtonProps = ButtonLook & ButtonHTMLAttributes<HTMLButtonElement> & { pending?: string };
type ButtonLinkProps = ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/**
 * `pending` is what scripts write on it while its form is on the way, such as 'Signing In...'. The space behind each
 * button is for browsers that know no layout, where two of them would read as one word.
 */
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
  // Text browsers show no attribute, so a button of an icon alone has its name in words.
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

/** `aria-label` names one of an icon alone, in words as a button's does. */
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

/** The field of a form that has nothing to say: lynx would send one without any as GET. */
export const Sent = () => <input type="hidden" name="sent" value="1" />;

/** What a form says in hidden fields, or that it was sent. */
export function Says({ fields }: { fields?: Record<string, string> }) {
  if (!fields) return <Sent />;
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** A lone POST button: its own small form, with what it says in hidden fields. */
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

/** The end of a form that changes something: save, or go back with everything as it was. */
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
