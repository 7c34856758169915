import { z } from 'zod';
import { cutFocuses } from '../../../media/square.ts';
import { knownZone, zoneOfLabel } from '../../../ui/time-zone.ts';
import { chosenOr, flag } from '../../core/schemas/request-shapes.ts';
import { code, email, personName, usernameText } from '../accounts/account.schema.ts';
import { contactLimits, contactWay } from './contact.ts';
import { beltLevels, martialArts } from './martial-arts.ts';

export const bioLength = 1000;

const emptied = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
    schema.nullable(),
  );

const word = <const Words extends readonly [string, ...string[]]>(words: Words, message: string) =>
  emptied(
    z.preprocess(
      (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
      z.enum(words, { error: message }),
    ),
  );

const contactLines = z.preprocess(
  (value) => {
    const lines = typeof value === 'string' ? value.split(/\r?\n/) : (value ?? []);
    if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return value;
    return [...new Set(lines.map((line) => line.trim()).filter(Boolean))];
  },
  z
    .array(z.string(), { error: 'Send the ways to reach you as lines of text.' })
    .max(contactLimits.lines, `Please keep to ${contactLimits.lines} lines.`)
    .superRefine((lines, context) => {
      const wrong = lines.find((line) => line.length > contactLimits.length || !contactWay(line));
      if (wrong === undefined) return;
      const message = `'${wrong.slice(0, 40)}' is no email, phone number, web address, or name like 'Instagram @mara'.`;
      context.addIssue({ code: 'custom', message });
    }),
);

const wrongZone = 'Please choose a time zone from the list.';

const fields = {
  firstName: personName('First name'),
  lastName: personName('Last name'),
  username: usernameText,
  martialArt: word(martialArts, 'Please choose a martial art from the list.'),
  beltLevel: word(beltLevels, 'Please choose a belt from the list.'),
  acceptsRequests: flag('acceptsRequests'),
  bio: emptied(
    z
      .string({ error: 'Bio must be text' })
      .trim()
      .max(bioLength, `Bio must be at most ${bioLength} characters`)
      .refine((text) => !/<[a-z!/?][^>]*>?/i.test(text), 'Bio must be plain text, without HTML'),
  ),
  payoutEmail: emptied(email),
  contactLines,
  timeZone: emptied(
    z
      .string({ error: wrongZone })
      .transform(zoneOfLabel)
      .refine((zone) => knownZone(zone) === zone, wrongZone),
  ),
};

/** Asked again before an email changes (OWASP ASVS 7.5.1). */
const proof = { currentPassword: z.string().max(1024).optional(), code: code.optional() };

export const profileSchema = z.object({ ...fields, ...proof });

/** A call changes only the fields that it names (C7.23). */
export const profilePatch = z
  .object({ ...fields })
  .partial()
  .extend({ email: email.optional(), ...proof });
export type ProfilePatch = z.output<typeof profilePatch>;

export const pictureSchema = z.object({
  focus: chosenOr(cutFocuses, 'middle', 'Please choose which part of the picture to keep.'),
});
