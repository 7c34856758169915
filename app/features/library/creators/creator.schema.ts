import { z } from 'zod';
import { count, id, mediaUrl, username, words } from '../../core/schemas/answered.ts';

/** A creator in the directory's calls (C3.14). */
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
