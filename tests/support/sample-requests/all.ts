import { accountRequests } from './accounts.ts';
import { adminRequests } from './admins.ts';
import { commentRequests } from './comments.ts';
import { communityRequests } from './community.ts';
import { contentRequests } from './content.ts';
import { listRequests } from './lists.ts';
import { mapRequests } from './map.ts';
import { moneyRequests } from './money.ts';
import type { SampleRequests } from './sample-request.ts';
import { studyRequests } from './study.ts';

/** At least one request for every row of the route table that changes something; others of a row have brackets. */
export const sampleRequests: SampleRequests = {
  ...accountRequests,
  ...contentRequests,
  ...communityRequests,
  ...commentRequests,
  ...studyRequests,
  ...listRequests,
  ...mapRequests,
  ...moneyRequests,
  ...adminRequests,
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
