import { z } from 'zod';
import { tiers } from '../../../domain/tiers.ts';
import { id, mediaUrl, username, words } from '../../core/schemas/answered.ts';

/** The current user, for themselves only (C3.17). */
export const userShape = z
  .object({
    id,
    email: words('bia@example.com'),
    firstName: words('Bia'),
    lastName: words('Costa'),
    username,
    profileImageUrl: mediaUrl.nullable(),
    isAdmin: z.boolean(),
    subscriptionTier: z.enum(tiers).describe('The plan that is in force now.'),
    martialArt: words('bjj').nullable(),
    beltLevel: words('purple').nullable(),
    bio: words('Half guard, mostly.').nullable(),
    acceptsRequests: z.boolean().meta({ examples: [true] }),
    payoutEmail: words('money@example.com').nullable(),
    contactLines: z.array(words('Instagram @bia')),
    isEmailVerified: z.boolean().meta({ examples: [true] }),
    pendingEmail: words('new@example.com')
      .nullable()
      .meta({ description: 'A new address that is not confirmed yet.', examples: [null] }),
  })
  .meta({ id: 'User' });
export type UserJson = z.output<typeof userShape>;
