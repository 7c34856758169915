import type { Role } from '../graph/states.ts';

interface Named {
  id: number;
  slug: string;
}

export const familyPath = (slug: string) => `/map/${slug}`;
export const positionPath = ({ id, slug }: Named) => `/map/p/${[id, slug].filter(Boolean).join('-')}`;
export const transitionPath = ({ id, slug }: Named) => `/map/t/${[id, slug].filter(Boolean).join('-')}`;

/** The page of a question: each end is an id, or what a person wrote. */
export function wayPath(question: { from?: string | number; to?: string | number; as?: Role }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(question)) if (value) query.set(name, String(value));
  return query.size > 0 ? `/map/way?${query}` : '/map/way';
}

/** The id and the slug of an address such as `12-half-guard`; an id of 0 belongs to nothing. */
export function placeIn(text: string | undefined): { id: number; slug: string } {
  const [, digits = '0', slug = ''] = /^([1-9]\d{0,8})(?:-(.*))?$/.exec(text ?? '') ?? [];
  return { id: Number(digits), slug };
}
