import { z } from 'zod';
import { commentsFrom } from '../../../domain/comments-from.ts';
import { requiredFlag, wholeNumber } from '../../core/schemas/request-shapes.ts';
import { count, exampleText, id, moment, username } from '../../core/schemas/response-shapes.ts';
import { unseen } from '../../library/authoring/upload.schema.ts';
import { parseClockTime } from '../../library/items/step.ts';

export const maxComment = 2000;
/** The last second of a day; no video is longer. */
const lastSecond = 86_399;
export const removers = ['author', 'creator', 'admin', 'suspension'] as const;

const noMoment = 'Please write the time as minutes and seconds, such as 1:30.';

/** Reads '1:30' and '90'; an empty field is null, and what is no time stays as it is. */
function secondsIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  return parseClockTime(text) ?? value;
}

const seconds = z
  .preprocess(
    secondsIn,
    z.int({ error: noMoment }).min(0, noMoment).max(lastSecond, 'A time can be at most 23:59:59.').nullish(),
  )
  .optional()
  .describe('The moment of the video; null for none.');

const text = z
  .string({ error: 'Please write something.' })
  .trim()
  .max(maxComment, `A comment can have at most ${maxComment} characters.`)
  .refine((words) => words.replace(unseen, '') !== '', 'Please write something.');

const attempt = z
  .string({ error: 'The attempt is a text.' })
  .trim()
  .max(64, 'The attempt is too long.')
  .optional();

/** A comment from its form; `attempt` names the form, so that sending it twice is one comment. */
export const commentSchema = z.object({ text, seconds, attempt });

const noParent = 'Name the comment that you answer by its number.';

/** A call may answer another comment. */
export const newCommentSchema = commentSchema.extend({
  parentId: wholeNumber(noParent, 1, Number.MAX_SAFE_INTEGER).optional(),
});
export type CommentInput = z.output<typeof newCommentSchema>;

export const editSchema = z.object({ text, seconds });

/** A call changes only what it names. */
export const editCallSchema = editSchema.partial();
export type EditInput = z.output<typeof editCallSchema>;

export const listQuery = z.object({
  parentId: wholeNumber(noParent, 1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Lists the answers to this comment instead, the oldest first.'),
});

export const pinSchema = z.object({ pinned: requiredFlag('pinned') });

export const commentsFromSchema = z.object({
  commentsFrom: z.enum(commentsFrom, { error: 'Please choose one of them.' }),
});

export const commentShape = z
  .object({
    id,
    contentId: id,
    parentId: id.nullable().describe('The comment that it answers.'),
    seconds: z
      .int()
      .min(0)
      .max(lastSecond)
      .nullable()
      .meta({ description: 'The moment of the video.', examples: [90] }),
    text: exampleText('Where does the elbow go here?').nullable().describe('Null once it was removed.'),
    author: z
      .object({ id, username, name: exampleText('Bia Costa') })
      .nullable()
      .describe('Null once the comment was removed.'),
    isByCreator: z.boolean(),
    isPinned: z.boolean(),
    isEdited: z.boolean(),
    removedBy: z
      .enum(removers)
      .nullable()
      .describe(
        'Removed comments are kept while they have answers; those of a suspended member come back with them.',
      ),
    replies: count,
    createdAt: moment,
  })
  .meta({ id: 'Comment' });

export const noSuchComment = 'There is no such comment, or it is not shown to this member.';
