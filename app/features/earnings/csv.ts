/** Rows as CSV (RFC 4180). What a spreadsheet would run as a formula is kept as text, also behind a sign at which
 *  the spreadsheets of some countries begin another cell. */
export const csv = (header: string[], lines: (string | number)[][]): string =>
  [header, ...lines].map(csvLine).join('');

export const csvLine = (line: (string | number)[]): string => `${line.map(cell).join(',')}\r\n`;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(/(^|[;|\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cents as a plain decimal for calculations: 499 is '4.99'. */
export const decimal = (cents: number): number => cents / 100;
