import { Sent } from '../../../ui/button.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';
import { ResponsiveLabel } from '../../../ui/two-words.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { SearchForm } from './search-form.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { currentPage, type FrameProps, type FrameViewer } from './viewer.ts';

/** Popovers open without scripts. React 18 does not know their attributes, hence plain objects. */
export const opens = (id: string) => ({ popovertarget: id });
const closes = (id: string) => ({ popovertarget: id, popovertargetaction: 'hide' });
const popover = { popover: 'auto' };

interface MenuLink {
  href: string;
  label: string;
  icon: IconName;
  only?: 'wide' | 'phone';
}

const withCount = (label: string, waiting = 0) =>
  waiting > 0 ? `${label} (${waiting > 99 ? '99+' : waiting})` : label;

/** The account menu; its links differ on phone and desktop (E2.33, E2.36). Only the feed is called Dashboard (ADR-051). */
export function AccountMenu({ viewer, path, theme }: FrameProps & { viewer: FrameViewer }) {
  const links: MenuLink[] = [
    { href: '/profile', label: 'Profile', icon: 'user' },
    { href: '/dashboard', label: 'Dashboard', icon: 'home', only: 'wide' },
    { href: '/studio', label: 'Studio', icon: 'camera' },
    { href: '/messages', label: withCount('Messages', viewer.waiting?.messages), icon: 'comment' },
    {
      href: '/notifications',
      label: withCount('Notifications', viewer.waiting?.notifications),
      icon: 'bell',
    },
    { href: '/library', label: 'Library', icon: 'bag' },
    { href: '/requests', label: 'Requests', icon: 'edit' },
    { href: '/account/billing', label: 'Billing', icon: 'wallet' },
    { href: '/subscriptions', label: 'Subscriptions', icon: 'crown', only: 'phone' },
    ...(viewer.isCurator ? [{ href: '/map/proposals', label: 'Map proposals', icon: 'flag' } as const] : []),
    ...(viewer.isAdmin ? [{ href: '/admin', label: 'Admin Panel', icon: 'shield' } as const] : []),
    { href: '/profile', label: 'Settings', icon: 'settings', only: 'wide' },
  ];
  return (
    <div className="menu menu--account" id="account-menu" {...popover}>
      <p className="menu__who">
        <strong>
          {viewer.firstName} {viewer.lastName}
        </strong>{' '}
        <span className="soft small">{readableEmail(viewer.email)}</span>
      </p>
      <MenuLinks links={links} path={path} />
      <div className="menu__list">
        <ThemeSwitch theme={theme} path={path} />
      </div>
      <form method="post" action="/logout">
        <Sent />
        <button type="submit" className="menu__item">
          <Icon name="out" />
          <ResponsiveLabel wide="Log out" phone="Sign Out" />
        </button>
      </form>
    </div>
  );
}

export function SideMenu({ viewer, path, theme }: FrameProps) {
  const links: MenuLink[] = [
    { href: '/', label: 'Home', icon: 'home' },
    { href: '/discover', label: 'Discover', icon: 'compass' },
    ...(viewer ? [{ href: '/studio', label: 'Studio', icon: 'camera' } as const] : []),
    { href: '/map', label: 'Map', icon: 'flag' },
    { href: '/creators', label: 'Athletes', icon: 'users' },
    { href: '/subscriptions', label: 'Subscriptions', icon: 'crown' },
    { href: '/help-center', label: 'Help Center', icon: 'mail' },
  ];
  return (
    <nav className="menu menu--side phone-only" id="side-menu" aria-label="Menu" {...popover}>
      <div className="row row--apart">
        <strong>Menu</strong>
        <button
          type="button"
          className="button button--icon"
          data-kind="quiet"
          aria-label="Close menu"
          {...closes('side-menu')}
        >
          <Icon name="close" />
        </button>
      </div>
      <SearchForm id="menu-search" />
      <MenuLinks links={links} path={path} />
      {!viewer && <ThemeSwitch theme={theme} path={path} />}
    </nav>
  );
}

/** Most members have the same links on the same page, so their markup is kept. */
function MenuLinks({ links, path }: { links: MenuLink[]; path: string }) {
  const shown = links.map((link) => ({ ...link, current: currentPage(path, link.href) }));
  return <ul className="menu__list" {...listed({ links: shown })} />;
}

const listed = keptInside(({ links }: { links: (MenuLink & { current: 'page' | 'true' | undefined })[] }) =>
  links.map(({ href, label, icon, only, current }) => (
    <li key={label} className={only && `${only}-only`}>
      <a className="menu__item" href={href} aria-current={current}>
        <Icon name={icon} />
        {label}
      </a>
    </li>
  )),
);
