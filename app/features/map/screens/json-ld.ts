/** What search engines read (schema.org) of a page of the map. */

export interface Crumb {
  name: string;
  path: string;
}

interface Term {
  name: string;
  description: string;
  path: string;
  otherNames: readonly string[];
  image?: string | null;
}

/** Where the page stands in the map, and what it explains. */
export const mapTerm = (origin: string, crumbs: readonly Crumb[], term: Term) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${origin}${path}`,
      })),
    },
    {
      '@type': 'DefinedTerm',
      name: term.name,
      description: term.description,
      url: `${origin}${term.path}`,
      alternateName: term.otherNames.length > 0 ? term.otherNames : undefined,
      image: term.image ? `${origin}${term.image}` : undefined,
      inDefinedTermSet: `${origin}/map`,
    },
  ],
});

/** The map as a whole: the set that its terms belong to. */
export const definedTermSet = (origin: string, description: string) => ({
  '@context': 'https://schema.org',
  '@type': 'DefinedTermSet',
  name: 'The map of jiu-jitsu',
  description,
  url: `${origin}/map`,
});
