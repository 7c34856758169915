import { z } from 'zod';
import { count, id, mediaUrl, username, words } from '../handbook/answered.ts';

/** A creator as the directory answers them (contract.md 'creator'). */
export const creatorShape = z
  .object({
    id,
    username,
    firstName: words('Bia'),
    lastName: words('Costa'),
    profileImageUrl: mediaUrl.nullable(),
    belt: words('purple').nullable(),
    isVerified: z.boolean(),
    bio: words('Half guard, mostly.').nullable(),
    contentCount: count,
    subscriberCount: count,
    rating: z
      .number()
      .nullable()
      .meta({
        description: 'The mean of all ratings of their items; null while nobody has rated.',
        examples: [4.5],
      }),
  })
  .meta({ id: 'Creator' });
