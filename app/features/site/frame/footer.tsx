import { contactPath } from '../../../domain/contact.ts';
import { keptInside } from '../../../ui/kept-markup.ts';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { SandboxWords } from '../../commerce/purchases/sandbox-banner.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import type { FrameProps } from './viewer.ts';

interface Place {
  href: string;
  label: string;
}

const help: Place = { href: '/help-center', label: 'Help Center' };
const places: { title: string; links: Place[] }[] = [
  {
    title: 'Explore',
    links: [
      { href: '/discover', label: 'Discover' },
      { href: '/map', label: 'Map' },
      { href: '/creators', label: 'Athletes' },
      { href: '/subscriptions', label: 'Plans' },
    ],
  },
  {
    title: 'Support',
    links: [
      help,
      { href: contactPath, label: 'Write to us' },
      { href: '/community-guidelines', label: 'Community Guidelines' },
    ],
  },
];
const legal: Place[] = [
  { href: '/privacy-policy', label: 'Privacy Policy' },
  { href: '/terms-of-service', label: 'Terms of Service' },
];

/** Where a person has something to finish, the footer is one line. */
const isNarrowPath = (path: string) => /^\/(auth|checkout|subscribe|sandbox)\b/.test(path);

/** Members have the colours in their menu, and so do visitors on phones. */
export function Footer({ viewer, path, theme, isSandbox }: FrameProps & { isSandbox?: boolean }) {
  // Members have no switch here, so all of them share one footer.
  const themeSwitch = viewer ? null : { theme, path };
  return <footer className="footer" {...inside({ isSlim: isNarrowPath(path), isSandbox, themeSwitch })} />;
}

interface InsideProps {
  isSlim: boolean;
  isSandbox: boolean | undefined;
  themeSwitch: Pick<FrameProps, 'theme' | 'path'> | null;
}

const inside = keptInside(({ isSlim, isSandbox, themeSwitch }: InsideProps) => (
  <>
    <div className="belt footer__belt" />
    <nav className="footer__inside" aria-label="Footer">
      {!isSlim && (
        <div className="footer__places">
          <div className="footer__brand">
            <Logo />
            <p className="soft">The Sum of Jiu-Jitsu</p>
          </div>
          {places.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <Links className="footer__links" links={links} />
            </div>
          ))}
        </div>
      )}
      <div className="row row--apart">
        <Links className="row" links={isSlim ? [help, ...legal] : legal} />
        {isSandbox && (
          <p className="small soft">
            <SandboxWords />
          </p>
        )}
        {themeSwitch && !isSlim && (
          <div className="wide-only">
            <ThemeSwitch {...themeSwitch} id="theme" />
          </div>
        )}
      </div>
    </nav>
  </>
));

const Links = ({ links, className }: { links: Place[]; className: string }) => (
  <ul className={className}>
    {links.map(({ href, label }) => (
      <li key={href}>
        <a href={href}>{label}</a>
      </li>
    ))}
  </ul>
);
