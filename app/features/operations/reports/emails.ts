import { emailText } from '../../../mail/email-text.ts';
import { promisedHours } from './deadline.ts';
import { answerTo, kindNames, type Outcome, type SubjectKind } from './outcomes.ts';

/** What the emails about reports say. Names are only in the body, and reporters are never named. */

interface About {
  kind: SubjectKind;
  name: string;
}

const called = ({ kind, name }: About) => `${kindNames[kind].toLowerCase()} “${name}”`;

export const answerEmail = (firstName: string, about: About, outcome: Outcome, address: string) =>
  emailText(
    firstName,
    'About your report',
    `thank you for looking after the others. You reported the ${called(about)}. ${answerTo(outcome, false)}.`,
    'You can find all your reports here:',
    address,
  );

const happened: Record<Exclude<Outcome, 'dismissed'>, string> = {
  warned: 'It stays where it is, but please read this:',
  'taken-down': 'We took it down, so that only those who bought it still see it. This is why:',
  deleted: 'We deleted it. This is why:',
  hidden: 'We hid it: no one else can see it, and it no longer counts. This is why:',
};

export const decisionEmail = (
  firstName: string,
  about: About,
  { outcome, note }: { outcome: Exclude<Outcome, 'dismissed'>; note: string },
  { decisions, support }: { decisions: string; support: string },
) =>
  emailText(
    firstName,
    'About what you shared on Summa',
    `it is about the ${called(about)}. ${happened[outcome]}`,
    note,
    `If you think we are wrong, write to ${support}. Someone who was not involved will look again within ${promisedHours} hours.`,
    decisions,
  );

export const restoredEmail = (firstName: string, about: About, address: string) =>
  emailText(
    firstName,
    'It is back',
    `we looked again at the ${called(about)} and put it back where it was. We are sorry for the trouble.`,
    address,
  );
