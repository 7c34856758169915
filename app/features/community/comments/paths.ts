import { writeCursor } from '../../core/lists/keyset.ts';

export const commentsPath = (contentId: number) => `/content/${contentId}/comments`;

/** Of questions without an answer, more are not counted. */
export const mostCounted = 100;

/** How many answers a page has. */
export const repliesShown = 30;

/** An answer in the page of its comment, which begins with it where one page does not hold them all. */
export function replyPath(parent: { id: number; replies: number }, id: number): string {
  const start =
    parent.replies > repliesShown ? `?after=${writeCursor({ value: String(id - 1), id: id - 1 })}` : '';
  return `/comments/${parent.id}${start}#comment-${id}`;
}
