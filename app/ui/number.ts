const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A count that fits a card: exact below ten thousand ('9,999'), then short ('12.3K'). */
export const count = (number: number) => (number < 10_000 ? whole : short).format(number);

/** A count with its word: '1 view', '2 views'. */
export const counted = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`;
