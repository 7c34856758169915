const hourMs = 3_600_000;

/** What is left until a promise is due: '5 h left', 'Overdue by 2 h'. */
export function leftUntil(due: Date | string, now: Date): string {
  const hours = (new Date(due).getTime() - now.getTime()) / hourMs;
  if (hours < 0) return hours > -1 ? 'Overdue' : `Overdue by ${inWords(-hours)}`;
  return hours < 1 ? 'Less than 1 h left' : `${inWords(hours)} left`;
}

const inWords = (hours: number) => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`);
