import { createHash } from 'node:crypto';
import firstCss from '../styles/first.css?inline';

/** What a page may use besides the site itself, in the words of a Content-Security-Policy. */
interface Sources {
  scripts?: string;
  /** Sheets that stand in the document. */
  styles?: string;
  frames?: string;
  calls?: string;
  /** Where pictures and films for everybody come from, besides the site. */
  media?: string;
  /** Where forms may lead. */
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

/** The one sheet that a page may carry, and the page (decision 034). */
const firstSheet = `'sha256-${createHash('sha256').update(firstCss).digest('base64')}'`;
const carriesSheet = (path: string) => path === '/';

const stripeJs = 'https://js.stripe.com https://*.js.stripe.com';
/** Browsers hold a form's redirects to the policy too. */
const stripePages = 'https://checkout.stripe.com https://billing.stripe.com https://invoice.stripe.com';

/** The two pages on which a card can be typed in. */
const takesCards = (path: string) => /^\/(checkout\/[1-9]\d*|subscribe)$/.test(path);

const devices = 'camera=(self), microphone=(), geolocation=()';

/** What one page lets in, by its path; anything foreign only where Stripe takes the payments. */
export function policyOf(path: string, { hasStripe, media }: { hasStripe: boolean; media?: string }) {
  if (!hasStripe || !takesCards(path)) {
    const forms = hasStripe && /^\/(checkout\/|account\/billing$)/.test(path) ? stripePages : '';
    return {
      content: contentSecurityPolicy({ forms, media, styles: carriesSheet(path) ? firstSheet : '' }),
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
    // Wallets ask from within Stripe's frames, and some banks open a window that must find its way back.
    permissions: `${devices}, payment=(self "https://js.stripe.com" "https://*.js.stripe.com")`,
    opener: 'same-origin-allow-popups',
  };
}
