/** What search engines read (schema.org); it contains nothing locked. */

interface LearningFacts {
  title: string;
  description: string | null;
  url: string;
  shareImage: string | null;
  creatorName: string;
  creatorUrl: string;
  publishedAt: string | null;
  tier: string;
  tags: readonly string[];
  difficultyLevel: string;
  averageRating: number;
  totalRatings: number;
  priceCents: number | null;
  /** What it does, by its name on the map. */
  teaches: string | null;
}

export const learningResource = (item: LearningFacts) => ({
  '@context': 'https://schema.org',
  '@type': 'LearningResource',
  name: item.title,
  description: item.description ?? undefined,
  url: item.url,
  image: item.shareImage ?? undefined,
  datePublished: item.publishedAt ? new Date(item.publishedAt).toISOString() : undefined,
  author: { '@type': 'Person', name: item.creatorName, url: item.creatorUrl },
  isAccessibleForFree: item.tier === 'free',
  keywords: item.tags.length > 0 ? item.tags.join(', ') : undefined,
  teaches: item.teaches ?? undefined,
  educationalLevel: item.difficultyLevel,
  aggregateRating:
    item.totalRatings > 0
      ? { '@type': 'AggregateRating', ratingValue: item.averageRating, ratingCount: item.totalRatings }
      : undefined,
  offers:
    item.priceCents === null
      ? undefined
      : {
          '@type': 'Offer',
          price: (item.priceCents / 100).toFixed(2),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url: item.url,
        },
});

export const profilePage = (creator: {
  name: string;
  username: string;
  bio: string | null;
  url: string;
  image: string | null;
  followers: number;
}) => ({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  mainEntity: {
    '@type': 'Person',
    name: creator.name,
    alternateName: `@${creator.username}`,
    description: creator.bio ?? undefined,
    url: creator.url,
    image: creator.image ?? undefined,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/FollowAction',
      userInteractionCount: creator.followers,
    },
  },
});

export const webSite = (origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Summa',
  alternateName: 'The Sum of Jiu-Jitsu',
  url: `${origin}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/discover?search={search}` },
    'query-input': 'required name=search',
  },
});
