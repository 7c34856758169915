import { email } from '../accounts/account.schema.ts';

export const contactLimits = { lines: 5, length: 100 } as const;

/** A way to contact a creator, and its link; names on other sites have none. */
export interface ContactWay {
  text: string;
  href: string | null;
}

/** Includes marks that change the writing direction, which could disguise an address. */
const unreadable = /[<>\p{Cc}\p{Cf}\p{DI}]/u;
const label = /^(\p{L}[\p{L}\d &/-]{0,23}?):?\s+(\S.*)$/u;

/** Reads a line as an email, phone number, web address or, after a label like Instagram, an @name; else null. */
export function contactWay(text: string): ContactWay | null {
  if (unreadable.test(text)) return null;
  const [, , labelled] = label.exec(text) ?? [];
  const href = hrefOf(text) ?? (labelled === undefined ? null : hrefOf(labelled));
  if (href) return { text, href };
  return labelled && /^@[\w.-]{2,40}$/.test(labelled) ? { text, href: null } : null;
}

function hrefOf(value: string): string | null {
  if (email.safeParse(value).success) return `mailto:${encodeURIComponent(value).replace('%40', '@')}`;
  if (/^\+?[\d\s()./-]{6,25}$/.test(value)) {
    const digits = value.replace(/\D/g, '');
    return digits.length >= 6 && digits.length <= 15
      ? `tel:${value.startsWith('+') ? '+' : ''}${digits}`
      : null;
  }
  return webAddress(value);
}

function webAddress(value: string): string | null {
  const [, address = ''] = /^(?:https?:\/\/)?(\S+)$/i.exec(value) ?? [];
  const url = URL.parse(/^http:/i.test(value) ? value : `https://${address}`);
  // A name before an @ hides where the link leads.
  const isHonest = !/^[^/]*@/.test(address) && /^([\w-]+\.)+[a-z][a-z\d-]+$/i.test(url?.hostname ?? '');
  return url && isHonest ? url.href : null;
}
