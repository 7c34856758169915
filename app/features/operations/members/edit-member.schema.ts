import { z } from 'zod';
import { email } from '../../identity/accounts/account.schema.ts';
import { beltLevels, martialArtNames, martialArts } from '../../identity/profile/martial-arts.ts';
import { profileSchema } from '../../identity/profile/profile.schema.ts';

const typed = <Schema extends z.ZodType>(shown: Record<string, string>, schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (shown[value.trim().toLowerCase()] ?? value) : value),
    schema,
  );

const arts = Object.fromEntries(martialArts.map((art) => [martialArtNames[art].toLowerCase(), art]));
const belts = {
  ...Object.fromEntries(beltLevels.map((belt) => [`${belt} belt`, belt])),
  'no belt': 'n/a',
};

/** What an admin edits of a member, with the rules of registration and profile (C3.25). */
export const memberSchema = profileSchema
  .pick({ firstName: true, lastName: true, username: true, bio: true, acceptsRequests: true })
  .extend({
    email,
    martialArt: typed(arts, profileSchema.shape.martialArt),
    beltLevel: typed(belts, profileSchema.shape.beltLevel),
  });

export const memberPatch = memberSchema.partial();
export type MemberPatch = z.output<typeof memberPatch>;
