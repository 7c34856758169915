import { z } from 'zod';
import { tiers } from '../../../domain/tiers.ts';
import { exampleText, id, mediaUrl, username } from '../../core/schemas/response-shapes.ts';

/** The current user, for themselves only (C3.17). */
export const userShape = z
  .object({
    id,
    email: exampleText('bia@example.com'),
    firstName: exampleText('Bia'),
    lastName: exampleText('Costa'),
    username,
    profileImageUrl: mediaUrl.nullable(),
    isAdmin: z.boolean(),
    subscriptionTier: z.enum(tiers).describe('The plan that is in force now.'),
    martialArt: exampleText('bjj').nullable(),
    beltLevel: exampleText('purple').nullable(),
    bio: exampleText('Half guard, mostly.').nullable(),
    acceptsRequests: z.boolean().meta({ examples: [true] }),
    payoutEmail: exampleText('money@example.com').nullable(),
    contactLines: z.array(exampleText('Instagram @bia')),
    timeZone: exampleText('Europe/Lisbon').nullable(),
    isEmailVerified: z.boolean().meta({ examples: [true] }),
    pendingEmail: exampleText('new@example.com')
      .nullable()
      .meta({ description: 'A new address that is not confirmed yet.', examples: [null] }),
  })
  .meta({ id: 'User' });
export type UserJson = z.output<typeof userShape>;
