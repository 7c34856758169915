interface Card {
  title: string;
  description: string;
  url: string;
  type?: 'website' | 'article' | 'profile';
  /** The full address of an image; without one Summa's own is used. */
  image?: string | null;
  imageAlt?: string;
  isSmall?: boolean;
}

/** What `meta` gets of the matched routes; the root knows the site's address and the viewer. */
export type Matches = readonly ({ id: string; data: unknown } | undefined)[];

const rootOf = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.data as
    | { origin?: string; viewer?: object | null }
    | undefined;

/** Metadata are for programs, which come as visitors, so members' pages go without. */
const isForPrograms = (matches: Matches) => !rootOf(matches)?.viewer;

export const structured = (matches: Matches, facts: object) =>
  isForPrograms(matches) ? [{ 'script:ld+json': facts }] : [];

/** The description and canonical address of the page, and what a shared link shows (OpenGraph, Twitter). */
export const cardTags = (matches: Matches, card: Card) =>
  isForPrograms(matches)
    ? [
        { name: 'description', content: card.description },
        { tagName: 'link', rel: 'canonical', href: card.url },
        ...sharedTags(card),
      ]
    : [];

const sharedTags = ({ title, description, url, type = 'website', image, imageAlt, isSmall }: Card) => [
  { property: 'og:type', content: type },
  { property: 'og:site_name', content: 'Summa' },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
  { property: 'og:url', content: url },
  { property: 'og:image', content: image ?? new URL('/share.png', url).href },
  { property: 'og:image:alt', content: image ? (imageAlt ?? title) : 'Summa: The Sum of Jiu-Jitsu' },
  { name: 'twitter:card', content: image && isSmall ? 'summary' : 'summary_large_image' },
];

interface Page {
  path: string;
  title: string;
  description: string;
  /** The address of an image from the root; without one Summa's own is used. */
  image?: string | null;
}

/** The head of a page that is the same for all viewers. */
export function pageTags(matches: Matches, { path, title, description, image }: Page) {
  const root = rootOf(matches);
  const words = [{ title: title.includes('Summa') ? title : `${title} | Summa` }];
  // An error page has no root data.
  if (!root?.origin) return words;
  const shown = image ? new URL(image, root.origin).href : null;
  return [...words, ...cardTags(matches, { title, description, url: `${root.origin}${path}`, image: shown })];
}

export const noIndex = { name: 'robots', content: 'noindex' };

export const isFurther = (search: string) => /[?&](after|before)=/.test(search);

/** The head of a list. Searches are not indexed. A further page has its own canonical address: pointing to the first
 *  page would hide what it links to. */
export function listTags(
  matches: Matches,
  { search }: { search: string },
  { path, title, description }: Page,
  isSearch = false,
) {
  const [pathname] = path.split('?');
  const here = isFurther(search)
    ? { path: `${pathname}${search}`, title: `${title}, further on`, description }
    : { path, title, description };
  const tags = pageTags(matches, here);
  return isSearch || isFurther(search) ? [...tags, noIndex] : tags;
}
