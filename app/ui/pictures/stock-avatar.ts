const stockAvatars = 5;

/** Which of the five drawn avatars a member without an image gets: always the same (E2.68). */
export function stockAvatar(userId: string | number): number {
  let hash = 0x811c9dc5;
  for (const character of String(userId)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0) % stockAvatars;
}
