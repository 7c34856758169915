import { z } from 'zod';
import { tiers } from '../../../domain/tiers.ts';
import {
  count,
  dollars,
  exampleText,
  id,
  mediaUrl,
  moment,
  username,
} from '../../core/schemas/response-shapes.ts';
import { ownItemShape } from '../../library/items/item.schema.ts';

export const memberShape = z
  .object({
    id,
    username,
    firstName: exampleText('Bia'),
    lastName: exampleText('Costa'),
    email: exampleText('bia@example.com'),
    martialArt: exampleText('bjj').nullable(),
    beltLevel: exampleText('purple').nullable(),
    status: z.enum(['active', 'suspended', 'deleted']),
    isAdmin: z.boolean(),
    isVerified: z.boolean(),
    createdAt: moment,
    plan: z.enum(tiers),
    profileImageUrl: mediaUrl.nullable(),
    totalEarnings: dollars.describe('Their shares of all sales, less what was refunded.'),
  })
  .meta({ id: 'AdminCreator' });

export const memberDetailsShape = memberShape
  .extend({
    suspensionReason: exampleText('Spam').nullable(),
    bio: exampleText('Half guard, mostly.').nullable(),
    acceptsRequests: z.boolean(),
    totalSales: count,
    contentItems: count,
    totalLikes: count,
    content: z.array(ownItemShape).describe('A page of it; the Link header names the next one.'),
  })
  .meta({ id: 'AdminCreatorDetails' });
