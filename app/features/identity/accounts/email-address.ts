// The whole module, because the browser's build has no names of it; nothing here runs in a browser.
import url from 'node:url';

/** Converts the domain of an address, if it has one and that can be converted. */
function withDomain(email: string, convert: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  return at === 0 ? email : email.slice(0, at) + (convert(email.slice(at)) || email.slice(at));
}

/** The one form in which an address is stored, compared and sent to: an international domain in ASCII letters. */
export const asciiEmail = (email: string): string =>
  withDomain(email, (domain) => (/[^\p{ASCII}]/u.test(domain) ? url.domainToASCII(domain) : domain));

/** The address as people write it. */
export const readableEmail = (email: string): string => withDomain(email, url.domainToUnicode);
