export interface EmailText {
  subject: string;
  text: string;
}

const close = 'See you on the mat,\nSumma';

/** The frame of every email: greeting, paragraphs, close. `firstName` is null when the name is unknown. */
export const emailText = (firstName: string | null, subject: string, ...parts: string[]): EmailText => ({
  subject,
  text: [firstName ? `Hello ${firstName},` : 'Hello,', ...parts, close].join('\n\n'),
});
