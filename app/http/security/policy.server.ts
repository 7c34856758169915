import { createHash } from 'node:crypto';
import firstCss from '../../styles/first.css?inline';

interface Sources {
  scripts?: string;
  styles?: string;
  frames?: string;
  calls?: string;
  /** Where public images and videos come from besides the site. */
  media?: string;
  forms?: string;
}

function contentSecurityPolicy({ scripts, styles, frames, calls, forms, media }: Sources): string {
  const own = (more: string | undefined) => ["'self'", more].filter(Boolean).join(' ');
  return [
    `default-src 'self'`,
    `script-src ${own(scripts)}`,
    styles && `style-src ${own(styles)}`,
    ['img-src', own(media), 'data: blob: https:'].join(' '),
    ['media-src', own(media), 'blob:'].join(' '),
    frames && `frame-src ${own(frames)}`,
    calls && `connect-src ${own(calls)}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action ${own(forms)}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** The one inline stylesheet, and its page (ADR-034). */
const firstSheet = `'sha256-${createHash('sha256').update(firstCss).digest('base64')}'`;
const carriesSheet = (path: string) => path === '/';

const stripeJs = 'https://js.stripe.com https://*.js.stripe.com';
/** Browsers also apply the policy to a form's redirects. */
const stripePages = 'https://checkout.stripe.com https://billing.stripe.com https://invoice.stripe.com';

const takesCards = (path: string) => /^\/(checkout\/[1-9]\d*|subscribe)$/.test(path);

/** Drawings carry their colours in a style of their own, and nothing else. */
const ofDrawings = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`;
const isDrawing = (path: string) => path.startsWith('/map/drawing/');

const devices = 'camera=(self), microphone=(), geolocation=()';

/** The policy of one page by its path; foreign sources only where Stripe takes the payments. */
export function policyOf(path: string, { hasStripe, media }: { hasStripe: boolean; media?: string }) {
  if (!hasStripe || !takesCards(path)) {
    const forms = hasStripe && /^\/(checkout\/|account\/billing$)/.test(path) ? stripePages : '';
    return {
      content: isDrawing(path)
        ? ofDrawings
        : contentSecurityPolicy({ forms, media, styles: carriesSheet(path) ? firstSheet : '' }),
      permissions: `${devices}, payment=(self)`,
      opener: 'same-origin',
    };
  }
  return {
    content: contentSecurityPolicy({
      scripts: stripeJs,
      frames: `${stripeJs} https://hooks.stripe.com`,
      calls: 'https://api.stripe.com',
      forms: stripePages,
      media,
    }),
    // Wallets ask from Stripe's frames, and some banks open a window that must find its opener.
    permissions: `${devices}, payment=(self "https://js.stripe.com" "https://*.js.stripe.com")`,
    opener: 'same-origin-allow-popups',
  };
}
