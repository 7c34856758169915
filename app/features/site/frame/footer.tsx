import { contactPath } from '../../../domain/contact.ts';
import { Logo } from '../../../ui/pictures/logo.tsx';
import { type Theme, ThemeSwitch } from './theme-switch.tsx';

const places = [
  {
    title: 'Explore',
    links: [
      { href: '/discover', label: 'Discover' },
      { href: '/creators', label: 'Athletes' },
      { href: '/subscriptions', label: 'Plans' },
    ],
  },
  {
    title: 'Support',
    links: [
      { href: '/help-center', label: 'Help Center' },
      { href: contactPath, label: 'Write to us' },
      { href: '/community-guidelines', label: 'Community Guidelines' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { href: '/privacy-policy', label: 'Privacy Policy' },
      { href: '/terms-of-service', label: 'Terms of Service' },
    ],
  },
];

/** `theme` is the visitor's choice, null for none; without it there is no switch. */
export function Footer({ theme, path = '/' }: { theme?: Theme | null; path?: string }) {
  return (
    <footer className="footer">
      <div className="belt footer__belt" />
      <div className="footer__inside">
        <div className="stack">
          <Logo />
          <p className="soft">The Sum of Jiu-Jitsu</p>
          {theme !== undefined && <ThemeSwitch theme={theme} path={path} />}
        </div>
        <nav className="footer__places" aria-label="Footer">
          {places.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul className="footer__links">
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
