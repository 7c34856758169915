/** Escapes a text for an element or attribute, and drops characters that XML 1.0 forbids. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`;
