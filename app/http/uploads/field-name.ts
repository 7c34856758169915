const longestName = 60;

/** At most 60 characters, no brackets and dots, which read as a path, and no leading `__`. */
export const isPlainName = (name: string): boolean =>
  name.length <= longestName && /^[a-z][\w-]*$/i.test(name);
