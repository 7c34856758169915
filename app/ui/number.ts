const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A count that fits a card: exact below ten thousand ('9,999'), then short ('12.3K'). */
export const count = (number: number) => (number < 10_000 ? whole : short).format(number);

/** A count with its word: '1 view', '2 views'. */
export const counted = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`;

const one = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Always one decimal: '4.0', '1,234.5'. */
export const oneDecimal = (number: number) => one.format(number);

/** By unit or number of decimals, made when first needed, because making one takes up to 0.2 ms. */
const formats: Record<string, Intl.NumberFormat> = {};

/** A share in percent: 0.125 is '13%', or '12.5%' with one decimal. */
export function percent(part: number, decimals: 0 | 1 = 0): string {
  formats[decimals] ??= new Intl.NumberFormat('en-US', {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return formats[decimals].format(part);
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes as text: '640 bytes', '1.5 MB', '12.3 GB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte');
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = sizes[step] ?? sizes[0];
  formats[unit] ??= new Intl.NumberFormat('en-US', { style: 'unit', unit, maximumFractionDigits: 1 });
  return formats[unit].format(bytes / 1000 ** step);
}
