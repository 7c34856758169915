import type { Topic } from './support-topics.ts';

export const supportEmail = 'support@summa.example';
export const privacyEmail = 'privacy@summa.example';

export const contactPath = '/help-center/contact';

/** The address of the support form with its topic, and optionally a reference, filled in. */
export function askAbout(topic: Topic, reference?: string): string {
  const query = new URLSearchParams({ topic, ...(reference && { reference }) });
  return `${contactPath}?${query}`;
}
