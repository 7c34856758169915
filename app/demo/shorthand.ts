/** Many aliases per item: one line of text keeps a technique readable. */
export const tagsOf = (list: string) => list.split(', ');

/** The images of one item: each scene drawn with the same people, clothes and light. */
export const drawn = (look: string, ...scenes: string[]) => scenes.map((scene) => `${scene}:${look}`);
