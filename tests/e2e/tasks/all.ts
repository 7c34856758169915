import { account } from './account.ts';
import { adminCases } from './admin-cases.ts';
import { adminPeople } from './admin-people.ts';
import { adminSite } from './admin-site.ts';
import { answering } from './answering.ts';
import { asking } from './asking.ts';
import { commenting } from './commenting.ts';
import { curating } from './curating.ts';
import { finding } from './finding.ts';
import { listing } from './listing.ts';
import { looping } from './looping.ts';
import { mailbox } from './mailbox.ts';
import { mapWork } from './map-work.ts';
import { mapping } from './mapping.ts';
import { opinions } from './opinions.ts';
import { packing } from './packing.ts';
import { paying } from './paying.ts';
import { publishing } from './publishing.ts';
import { reporting } from './reporting.ts';
import { requests } from './requests.ts';
import { settings } from './settings.ts';
import { studio } from './studio.ts';
import { studying } from './studying.ts';
import { talking } from './talking.ts';
import type { Task } from './task.ts';
import { watching } from './watching.ts';

/** Every task of the product. */
export const tasks: Task[] = [
  ...finding,
  ...opinions,
  ...paying,
  ...publishing,
  ...settings,
  ...curating,
  ...account,
  ...mailbox,
  ...mapping,
  ...mapWork,
  ...talking,
  ...asking,
  ...watching,
  ...studio,
  ...answering,
  ...requests,
  ...reporting,
  ...adminPeople,
  ...adminCases,
  ...adminSite,
  ...packing,
  ...studying,
  ...listing,
  ...commenting,
  ...looping,
];
