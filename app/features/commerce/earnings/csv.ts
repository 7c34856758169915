/** CSV that spreadsheets open with right letters, numbers and dates wherever they are (ADR-099): a byte order mark, whole
 *  numbers, and times that every country writes alike. */

/** Between cells. Spreadsheets split at a semicolon where numbers have a decimal comma. */
export type Separator = ',' | ';';

/** The separator of the language that the browser prefers. */
export function separatorFor({ headers }: Request): Separator {
  const [language = ''] = (headers.get('accept-language') ?? '').split(/[,;]/);
  try {
    return new Intl.NumberFormat(language.trim() || 'en').format(0.5).includes(',') ? ';' : ',';
  } catch {
    // Not every browser sends a language.
    return ',';
  }
}

type Line = readonly (string | number | Date)[];

/** The start of a file. Without the mark, spreadsheets read other letters than English ones wrongly. */
export const csvHead = (header: readonly string[], separator: Separator): string =>
  `\ufeff${csvLine(header, separator)}`;

export const csvLine = (line: Line, separator: Separator): string => `${line.map(cell).join(separator)}\r\n`;

/** Times are UTC; the header says so. Text that a spreadsheet would run as a formula is escaped, also after other
 *  separators than ours. */
function cell(value: string | number | Date): string {
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  const text = value.replace(/(^|[;|\t\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
