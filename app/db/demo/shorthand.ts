/** Aliases in several languages make long lists; one line of text each keeps a technique readable. */
export const tagsOf = (list: string) => list.split(', ');

/** The pictures of one item: each scene drawn with the same people, clothes and light. */
export const drawn = (look: string, ...scenes: string[]) => scenes.map((scene) => `${scene}:${look}`);
