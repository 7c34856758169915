import { z } from 'zod';
import { email } from '../accounts/account.schema.ts';
import { profileSchema } from '../profile/profile.schema.ts';
import { beltLevels, martialArtNames, martialArts } from '../profile/words.ts';

/** The admin's form has text fields with an example (calls.md §2), so a word may also be typed as it is shown. */
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

/** What an admin edits of a member, with the rules of the registration and the profile (calls.md §7). */
export const memberSchema = profileSchema
  .pick({ firstName: true, lastName: true, username: true, bio: true, acceptsRequests: true })
  .extend({
    email,
    martialArt: typed(arts, profileSchema.shape.martialArt),
    beltLevel: typed(belts, profileSchema.shape.beltLevel),
  });

/** A call changes only what it names. */
export const memberPatch = memberSchema.partial();
export type MemberPatch = z.output<typeof memberPatch>;
