interface Card {
  title: string;
  description: string;
  /** The one address of the page. */
  url: string;
  type?: 'website' | 'article' | 'profile';
  /** The whole address of a picture; without one the house's own stands in. */
  image?: string | null;
  imageAlt?: string;
  /** Small and square beside the words, as a face is. */
  isSmall?: boolean;
}

/** What `meta` is given of the pages around; the root knows the site's address and who looks. */
export type Matches = readonly ({ id: string; data: unknown } | undefined)[];

const rootOf = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.data as
    | { origin?: string; viewer?: object | null }
    | undefined;

/** Programs that read of a page what people do not see come as visitors: the pages of members go without. */
const isForPrograms = (matches: Matches) => !rootOf(matches)?.viewer;

/** What search engines read of a page (schema.org). */
export const structured = (matches: Matches, facts: object) =>
  isForPrograms(matches) ? [{ 'script:ld+json': facts }] : [];

/** The description and canonical address of the page, and what a shared link shows (OpenGraph, Twitter). */
export const cardTags = (matches: Matches, card: Card) => [
  { name: 'description', content: card.description },
  { tagName: 'link', rel: 'canonical', href: card.url },
  ...(isForPrograms(matches) ? sharedTags(card) : []),
];

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
}

/** The head of a page that is the same for everybody. */
export function pageTags(matches: Matches, { path, title, description }: Page) {
  const root = rootOf(matches);
  const words = [{ title: title.includes('Summa') ? title : `${title} | Summa` }];
  // An error page has no root to ask.
  if (!root?.origin) return words;
  return [...words, ...cardTags(matches, { title, description, url: `${root.origin}${path}` })];
}

export const noIndex = { name: 'robots', content: 'noindex' };

/** Whether the address is that of a further page of a list, cut at what stood there a moment ago. */
export const isFurther = (search: string) => /[?&](after|before)=/.test(search);

/**
 * The head of a list. A search, and each further page, is for people alone: such a page stands for itself and says
 * so in its title, as pointing to the first page would hide what it links to.
 */
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
