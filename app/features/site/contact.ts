import type { Topic } from '../support/words.ts';

/** Where people write to besides the form: the legal pages and letters print them. */
export const supportEmail = 'support@summa.example';
export const privacyEmail = 'privacy@summa.example';

/** The form to support, for members and visitors. */
export const contactPath = '/help-center/contact';

/** The same form, filled with what it is about already. */
export function askAbout(topic: Topic, reference?: string): string {
  const query = new URLSearchParams({ topic, ...(reference && { reference }) });
  return `${contactPath}?${query}`;
}
