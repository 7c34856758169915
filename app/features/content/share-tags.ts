import { labelOf } from './words.ts';

interface Shared {
  title: string;
  description: string | null;
  creatorName: string;
  techniqueType: string | null;
  url: string;
  shareImage: string | null;
  isPublished: boolean;
}

/** The head of an item's page: title, canonical address and what a shared link shows (OpenGraph, Twitter). */
export function shareTags(item: Shared) {
  const { title, creatorName, url, shareImage } = item;
  const kind = item.techniqueType ? labelOf(item.techniqueType) : 'Technique';
  const description = item.description ?? `${kind} by ${creatorName} on Summa, the sum of jiu-jitsu.`;
  return [
    { title: `${title} by ${creatorName} | Summa` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: 'Summa' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: shareImage ? 'summary_large_image' : 'summary' },
    ...(shareImage
      ? [
          { property: 'og:image', content: shareImage },
          { property: 'og:image:alt', content: title },
        ]
      : []),
    ...(item.isPublished ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
