import { labelOf } from '../../../domain/content-terms.ts';
import { cardTags, type Matches } from '../../../ui/page-tags.ts';

interface Shared {
  title: string;
  description: string | null;
  creatorName: string;
  techniqueType: string | null;
  url: string;
  shareImage: string | null;
  isPublished: boolean;
}

export function shareTags(matches: Matches, item: Shared) {
  const { title, creatorName, url, shareImage } = item;
  const kind = item.techniqueType ? labelOf(item.techniqueType) : 'Technique';
  const description = item.description ?? `${kind} by ${creatorName} on Summa, the sum of jiu-jitsu.`;
  return [
    { title: `${title} by ${creatorName} | Summa` },
    ...cardTags(matches, { title, description, url, type: 'article', image: shareImage }),
    ...(item.isPublished ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
