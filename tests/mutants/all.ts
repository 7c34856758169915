import { access } from './access.ts';
import { caches } from './caches.ts';
import { commenting } from './comments.ts';
import { earnings } from './earnings.ts';
import { limitations } from './limits.ts';
import { mapLinks } from './map-links.ts';
import { mapProposals } from './map-proposals.ts';
import { money } from './money.ts';
import { others } from './others.ts';
import { pages } from './pages.ts';
import { s3 } from './s3.ts';
import { sessions } from './sessions.ts';
import { study } from './study.ts';
import { uploading } from './uploads.ts';

/** The whole round. */
export const mutations = [
  ...access,
  ...commenting,
  ...mapLinks,
  ...mapProposals,
  ...money,
  ...earnings,
  ...sessions,
  ...study,
  ...limitations,
  ...caches,
  ...pages,
  ...uploading,
  ...s3,
  ...others,
];
