import { matchesGlob } from 'node:path';

/** Which command runs which test file. `bin/test` is the gate: it holds for every change, and nothing in it depends on
 *  time. `bin/test all` runs everything. docs/tests.md says what each suite is for. */

/** Only `bin/test all` runs these files; each with the reason. All others belong to the gate. */
export const onlyInAll: [files: string, reason: string][] = [
  ['app/**/*-cost.test.ts', 'fills tables with 100,000 rows and reads plans'],
  ['app/media/{clip,convert,loop,pending-pictures}.test.ts', 'runs ffmpeg or kills a process at work'],
  ['app/features/core/media/{cut-clips,convert-videos}.test.ts', 'runs ffmpeg under its limits'],
  ['app/features/study/clips/clips.test.ts', 'cuts clips with ffmpeg'],
  ['app/media/{videos,stores,cloudinary}.test.ts', 'plays whole stores and videos through'],
  ['app/media/s3/s3-store.test.ts', 'plays a whole store through'],
  ['app/features/core/media/{move-s3,move-media,handed-out}.test.ts', 'moves whole stores'],
  ['app/backup/backup.test.ts', 'saves and restores whole sites'],
  [
    'app/db/{embedded,silence,unconfirmed}.test.ts',
    'waits for real databases that start, fail or say nothing',
  ],
  ['app/features/map/import/import-map.test.ts', 'imports the whole map several times'],
  ['app/features/operations/members/simultaneous-admins.test.ts', 'looks for races by chance'],
  ['app/features/commerce/earnings/checkpoints.property.test.ts', 'looks for races by chance'],
  ['app/features/commerce/ledger/lock-order.test.ts', 'records the locks of all money rules'],
  ['app/http/pages/{leaf-dispatch,direct-answer}.test.ts', 'compares every address with Remix’s own answer'],
  ['tests/conformance/{missing-ids,hostile-texts}.test.ts', 'sends thousands of odd ids and texts'],
  ['tests/faults/*.test.ts', 'kills and stalls the site, which has deadlines of seconds'],
  ['tests/scale/*.test.ts', 'several hosts and caches with lifetimes of seconds'],
  ['tests/scale/cluster/*.test.ts', 'a cluster whose machines are killed: `bin/test scale`'],
  [
    'tests/abuse/{fuzzer,memory,protocol,unread-bodies,uploads,long-runs,sign-in,repeated-requests,field-names}.test.ts',
    'measures deadlines and memory, or looks for long',
  ],
  ['tests/abuse/simultaneous-payments.test.ts', 'looks for races by chance'],
  ['tests/programs/*.test.ts', 'opens files in LibreOffice and other programs'],
  ['tests/engines/*.spec.ts', 'other browsers'],
  ['tests/e2e/{keyboard,blocked}.spec.ts', 'every task again, by keys and with lost files'],
  ['tests/e2e/{states,look,long-words,paper}.spec.ts', 'how everything looks in every state'],
  ['tests/e2e/{text-browser,text-tasks}.spec.ts', 'other browsers'],
  ['tests/e2e/{lighthouse,arrival,first-screen,moving-cards}.spec.ts', 'measures what depends on time'],
];

/** Journeys that the gate plays with scripts, because scripts are what they are about. It plays all others without
 *  scripts, but single tests that carry the tag `@scripts`. `bin/test all` plays all in both modes. */
export const withScripts = [
  'caching',
  'card-form',
  'conformance-E',
  'enhance',
  'pay-here',
  'screens',
  'toasts-and-focus',
  'uploads',
  'uploads-refused',
  'weight',
];

/** Why a test file is not part of the gate; null if it is. */
export function whyOnlyInAll(file: string): string | null {
  return onlyInAll.find(([files]) => matchesGlob(file, files))?.[1] ?? null;
}

/** Whether only `bin/test all` runs a test file. */
export const isOnlyInAll = (file: string) => whyOnlyInAll(file) !== null;
