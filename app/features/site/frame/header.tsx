import { Fragment } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { AccountMenu, opens } from './menu.tsx';
import { SearchForm } from './search-form.tsx';
import { currentPage, type FrameProps, type FrameViewer } from './viewer.ts';

/** The top of every page; the phone's version differs by CSS alone. */
export function Header({ viewer, path, theme }: FrameProps) {
  const links = [
    { href: '/discover', label: 'Discover' },
    ...(viewer ? [{ href: '/dashboard', label: 'Dashboard' }] : []),
    ...(viewer?.hasContent ? [{ href: '/studio', label: 'Studio' }] : []),
    { href: '/map', label: 'Map' },
    { href: '/creators', label: 'Athletes' },
  ];
  return (
    <header className="header">
      <a className="skip visually-hidden" href="#main">
        Skip to content
      </a>
      <div className="header__bar">
        <button
          type="button"
          className="button button--icon phone-only"
          data-kind="quiet"
          {...opens('side-menu')}
        >
          <Icon name="menu" />
          <span className="visually-hidden">Menu</span>
        </button>{' '}
        <Logo />{' '}
        <nav className="header__nav wide-only" aria-label="Main">
          {links.map(({ href, label }) => (
            <Fragment key={href}>
              <a href={href} aria-current={currentPage(path, href)}>
                {label}
              </a>{' '}
            </Fragment>
          ))}
        </nav>
        <div className="header__search wide-only">
          <SearchForm id="header-search" />
        </div>
        {viewer ? <Member viewer={viewer} path={path} theme={theme} /> : <Visitor />}
      </div>
    </header>
  );
}

function Member({ viewer, path, theme }: FrameProps & { viewer: FrameViewer }) {
  return (
    <div className="header__account">
      <WaitingLink href="/messages" label="Messages" icon="comment" unread={viewer.waiting?.messages} />{' '}
      <WaitingLink
        href="/notifications"
        label="Notifications"
        icon="bell"
        unread={viewer.waiting?.notifications}
      />{' '}
      <ButtonLink href="/upload" icon="upload" className="wide-only">
        Share Technique
      </ButtonLink>
      <button
        type="button"
        className="button button--icon header__avatar"
        data-kind="quiet"
        {...opens('account-menu')}
      >
        <Avatar userId={viewer.id} imageUrl={viewer.avatar} />
        <span className="visually-hidden">
          Account of {viewer.firstName} {viewer.lastName}
        </span>
      </button>
      <AccountMenu viewer={viewer} path={path} theme={theme} />
    </div>
  );
}

/** On phones shown only while something is unread; the menu always has it. */
function WaitingLink({
  href,
  label,
  icon,
  unread = 0,
}: {
  href: string;
  label: string;
  icon: IconName;
  unread?: number;
}) {
  return (
    <a
      href={href}
      className={`button button--icon header__waiting${unread > 0 ? '' : ' wide-only'}`}
      data-kind="quiet"
      data-waiting={href}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{unread > 0 ? `${label}, ` : label}</span>
      {unread > 0 && (
        <>
          <span className="header__unread">{unread > 99 ? '99+' : unread}</span>
          <span className="visually-hidden"> unread</span>
        </>
      )}
    </a>
  );
}

function Visitor() {
  return (
    <div className="header__account">
      <ButtonLink href="/auth" kind="secondary">
        Sign In
      </ButtonLink>
      <ButtonLink href="/auth" icon="upload" className="wide-only">
        Upload
      </ButtonLink>
    </div>
  );
}
