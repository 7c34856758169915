/** Writes rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is escaped, also after other
 *  separators than the comma, which spreadsheets use in some countries. */
export const csv = (header: string[], lines: (string | number)[][]): string =>
  [header, ...lines].map(csvLine).join('');

export const csvLine = (line: (string | number)[]): string => `${line.map(cell).join(',')}\r\n`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(/(^|[;|\t\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const decimal = (cents: number): number => cents / 100;
