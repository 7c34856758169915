import { accountPresses } from './accounts.ts';
import { adminPresses } from './admins.ts';
import { communityPresses } from './community.ts';
import { contentPresses } from './content.ts';
import { moneyPresses } from './money.ts';
import type { Presses } from './press.ts';

/** At least one request for every row of the route table that changes something; others of a row have brackets. */
export const presses: Presses = {
  ...accountPresses,
  ...contentPresses,
  ...communityPresses,
  ...moneyPresses,
  ...adminPresses,
};

/** Rows that accept a POST and change nothing, each with its reason. */
export const exceptions: Record<string, string> = {
  'POST /admin': 'it only answers 405, behind the guard of the admins',
  'POST /admin/*': 'there is nothing',
  'POST /*': 'there is nothing',
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => [`${verb} /api/*`, 'there is nothing']),
  ),
  'POST /styleguide': 'it shows the states of a form; in production it is not there',
  'POST /api/cloudinary/notification': 'it asks for a signature of Cloudinary, which this site does not use',
};
