import { z } from 'zod';
import { chosenOr, wholeNumber } from '../../core/schemas/request-shapes.ts';
import { count, exampleText, id, moment, username } from '../../core/schemas/response-shapes.ts';
import { itemShape } from '../../library/items/item.schema.ts';
import { kinds, listLimits, moves, visibilities } from './list-terms.ts';

const optionalText = (what: string, most: number) =>
  z
    .string({ error: `${what} is a text.` })
    .trim()
    .max(most, `${what} can have at most ${most.toLocaleString('en-US')} characters.`)
    .nullish()
    .transform((text) => text || null);

const titleMissing = 'Please give the list a title.';
const title = z
  .string({ error: titleMissing })
  .trim()
  .min(1, titleMissing)
  .max(listLimits.titleLength, `A title can have at most ${listLimits.titleLength} characters.`);
const description = optionalText('A description', listLimits.descriptionLength);
const note = optionalText('A note', listLimits.noteLength);
const wrongVisibility = 'Please choose who may see it: private, link or public.';
const visibility = chosenOr(visibilities, 'private', wrongVisibility);

const wrongKind = 'Please choose what it is: list or course.';
const kind = chosenOr(kinds, 'list', wrongKind);

/** What a list is called and who may see it, as the form that changes it sends them. */
export const listSchema = z.object({ kind, title, description, visibility });
export type ListInput = z.output<typeof listSchema>;

const attempt = z
  .string({ error: 'The attempt is a text.' })
  .trim()
  .max(64, 'The attempt is too long.')
  .optional();

/** `attempt` names the form, so that sending it twice makes one list. */
export const newListSchema = listSchema.extend({ attempt });
export type NewList = z.output<typeof newListSchema>;

const version = wholeNumber('Send `version` as a number.', 1, 2_147_483_647)
  .optional()
  .meta({ description: 'As it was read; refused with 409 when the list was changed since.' });

/** A call that changes a list; missing fields stay. */
export const listPatch = z.object({
  kind: z.enum(kinds, { error: wrongKind }).optional(),
  title: title.optional(),
  description: z
    .string({ error: 'A description is a text.' })
    .trim()
    .max(
      listLimits.descriptionLength,
      `A description can have at most ${listLimits.descriptionLength.toLocaleString('en-US')} characters.`,
    )
    .nullish(),
  visibility: z.enum(visibilities, { error: wrongVisibility }).optional(),
  version,
});
export type ListPatch = z.output<typeof listPatch>;

const contentId = wholeNumber('Send the number of an item, like 42.', 1, 2_147_483_647);

export const entrySchema = z.object({ contentId, note });

const place = wholeNumber(
  `Please enter a place as a whole number, from 1 to ${listLimits.entries}.`,
  1,
  listLimits.entries,
);

const sectionId = wholeNumber('Please choose a section of this course.', 0, 2_147_483_647);

/** The form of one entry. Section 0 is the start, before the first one. */
export const entryFormSchema = z.object({
  note,
  position: place,
  section: sectionId.optional(),
  /** Whether the item's picture is the cover of the course. */
  cover: z.enum(['yes', 'no'], { error: 'Please choose whether it is the cover.' }).optional(),
});
export type EntryForm = z.output<typeof entryFormSchema>;

/** A call that changes an entry; missing fields stay. */
export const entryPatch = z.object({
  note: z
    .string({ error: 'A note is a text.' })
    .trim()
    .max(listLimits.noteLength, `A note can have at most ${listLimits.noteLength} characters.`)
    .nullish(),
  position: place.optional(),
  section: sectionId.optional().meta({
    description: 'The id of a section, to whose end it comes; 0 is the start, before the first one.',
  }),
  isCover: z
    .boolean({ error: 'Send `isCover` as true or false.' })
    .optional()
    .meta({ description: 'Whether the item’s picture is the cover of the course.' }),
  version,
});
export type EntryPatch = z.output<typeof entryPatch>;

/** The buttons of an entry. */
export const moveSchema = z.object({
  step: z.enum(moves, { error: 'Please press the button again.' }),
  version,
});

const listIds = z
  .array(wholeNumber('Please choose from your lists.', 1, 2_147_483_647))
  .max(listLimits.lists);

/** Which lists an item is to be on. `was` are those that it was on when the form was opened. */
export const membershipSchema = z.object({
  on: listIds,
  was: listIds,
  newTitle: z
    .string()
    .trim()
    .max(listLimits.titleLength, `A title can have at most ${listLimits.titleLength} characters.`)
    .optional(),
  attempt,
});
export type Membership = z.output<typeof membershipSchema>;

export const listsQuery = z.object({ limit: z.string().optional(), cursor: z.string().optional() });
/** One's own lists, or those that one follows. */
export const myListsQuery = listsQuery.extend({
  show: z.enum(['own', 'followed'], { error: 'Please choose own or followed.' }).optional(),
});
const key = z
  .string({ error: 'The key is a text.' })
  .optional()
  .meta({ description: 'From the address of a list that is open by link.' });
export const listQuery = listsQuery.extend({ key });
export const copySchema = z.object({ key, attempt });

/** A list in calls. */
export const listShape = z
  .object({
    id,
    kind: z.enum(kinds),
    title: exampleText('Half guard, first month'),
    description: exampleText('Watch them in this order.').nullable(),
    visibility: z.enum(visibilities),
    url: exampleText('https://summa.example/lists/42').describe('With its key when it is open by link.'),
    entryCount: count,
    coverItemId: z
      .int()
      .nullable()
      .describe('The item whose picture is the cover of a course; null means the first one.'),
    owner: z.object({ username, name: exampleText('Bia Costa') }),
    isOwn: z.boolean(),
    version: z.int().min(1),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'List' });

export const listEntryShape = z
  .object({
    id,
    position: z.int().min(1),
    section: z.int().nullable().describe('The id of its section; null before the first one.'),
    note: exampleText('Elbow in at 1:20.').nullable(),
    title: exampleText('Knee cut from half guard')
      .nullable()
      .describe('Of an item that is no longer available only the owner of the list is sent the title.'),
    seen: z.boolean().describe('Marked as seen by the caller, or watched to the end.'),
    item: itemShape.nullable().describe('Null when it is no longer available to the caller.'),
  })
  .meta({ id: 'ListEntry' });

const sectionShape = z.object({ id, title: exampleText('Getting under') });

/** A list with a page of its entries. */
export const fullListShape = listShape
  .extend({ sections: z.array(sectionShape), entries: z.array(listEntryShape) })
  .meta({ id: 'ListWithEntries' });

/** Names of the map may be long. */
function shortTitle(text: string) {
  return text.length > listLimits.titleLength ? `${text.slice(0, listLimits.titleLength - 1)}…` : text;
}

/** What a button sends that makes a list of several items, such as those of a way. */
export const listOfItemsSchema = z.object({
  title: z.string({ error: titleMissing }).trim().min(1, titleMissing).transform(shortTitle),
  items: z
    .string({ error: 'Please press the button again.' })
    .regex(/^\d{1,9}(,\d{1,9}){0,47}$/, 'Please press the button again.')
    .transform((text) => text.split(',').map(Number)),
});

const sectionTitle = z
  .string({ error: 'The title of a section is a text.' })
  .trim()
  .max(
    listLimits.titleLength,
    `The title of a section can have at most ${listLimits.titleLength} characters.`,
  );
const mostSections = `A course has at most ${listLimits.sections} sections.`;

/** The form of all sections: each id with its title, and a title more for a new one. An empty title removes one. */
export const sectionsSchema = z.object({
  ids: z.array(wholeNumber('Please open the form again.', 1, 2_147_483_647)).max(listLimits.sections),
  titles: z.array(sectionTitle.optional()).max(listLimits.sections + 1, mostSections),
  /** The section whose button was pressed. */
  up: wholeNumber('Please press the button again.', 1, 2_147_483_647).optional(),
  version,
});
export type SectionsForm = z.output<typeof sectionsSchema>;

/** A call that says all sections in their order; those that are left out are removed. */
export const sectionsCall = z.object({
  sections: z
    .array(
      z.object({
        id: z.int({ error: 'Send the id of a section as a number.' }).min(1).optional(),
        title: sectionTitle.min(1, 'Please give the section a title.'),
      }),
      { error: 'Send sections as a list.' },
    )
    .max(listLimits.sections, mostSections),
  version,
});

export const sectionsAnswer = z.object({ sections: z.array(sectionShape) });

export const noSuchList = 'There is no such list, or it is not shown to the caller.';
