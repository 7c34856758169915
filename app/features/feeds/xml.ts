/** Text inside an element or attribute: marked-up signs as entities, and without what XML 1.0 does not allow. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `<name>text</name>` */
export const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`;
