/** Who may write about the items of a creator: all who may view them, those who pay, or only the creator. */
export const commentsFrom = ['everyone', 'members', 'closed'] as const;
export type CommentsFrom = (typeof commentsFrom)[number];
