/** What a mail says, before anybody knows to whom it goes. */
export interface Letter {
  subject: string;
  text: string;
}

const close = 'See you on the mat,\nSumma';

/** The frame of every letter: greeting, paragraphs, close. `firstName` is null where nobody is known by name. */
export const letter = (firstName: string | null, subject: string, ...parts: string[]): Letter => ({
  subject,
  text: [firstName ? `Hello ${firstName},` : 'Hello,', ...parts, close].join('\n\n'),
});
