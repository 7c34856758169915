const stockAvatars = 5;

/** Which of the five drawn pictures a person without one gets: the same on every page and for ever (decisions 10). */
export function stockAvatar(userId: string | number): number {
  let hash = 0x811c9dc5;
  for (const character of String(userId)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0) % stockAvatars;
}
