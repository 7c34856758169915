import { z } from 'zod';
import { count, exampleText, id, mediaUrl, username } from '../../core/schemas/response-shapes.ts';

/** A creator in the directory's calls (C3.14). */
export const creatorShape = z
  .object({
    id,
    username,
    firstName: exampleText('Bia'),
    lastName: exampleText('Costa'),
    profileImageUrl: mediaUrl.nullable(),
    belt: exampleText('purple').nullable(),
    isVerified: z.boolean(),
    bio: exampleText('Half guard, mostly.').nullable(),
    contentCount: count,
    subscriberCount: count,
    rating: z
      .number()
      .nullable()
      .meta({
        description: 'The mean of all ratings of their items; null while there are no ratings.',
        examples: [4.5],
      }),
  })
  .meta({ id: 'Creator' });
