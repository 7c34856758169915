import { activityCollections } from './collect-activity.server.ts';
import { caseCollections } from './collect-cases.server.ts';
import { mapCollections } from './collect-map.server.ts';
import { moneyCollections } from './collect-money.server.ts';
import { studyCollections } from './collect-study.server.ts';
import { talkCollections } from './collect-talk.server.ts';
import { workCollections } from './collect-works.server.ts';
import type { Collection } from './collection.ts';

/** All personal data of a member except files; secrets are only marked as present or not. */
export const collections: readonly Collection[] = [
  ...workCollections,
  ...activityCollections,
  ...mapCollections,
  ...studyCollections,
  ...moneyCollections,
  ...talkCollections,
  ...caseCollections,
];
