/** Test files that need time, end processes, or are heavy. They run in `bin/test all` only. */
const onlyInAll = [
  // Cost at many rows: each fills tables with 60,000 rows or more.
  /^app\/.*-cost\.test\.ts$/,
  // Many random lives, and transactions that stay open for a random time.
  /^app\/.*\.property\.test\.ts$/,
  // These end ffmpeg or a process in the middle of its work, or look at its memory again and again.
  /^app\/media\/(convert|clip|pending-pictures)\.test\.ts$/,
  /^app\/features\/core\/media\/convert-videos\.test\.ts$/,
  // These need a database that is silent, restarts, or takes longer than a statement may.
  /^app\/db\/(silence|unconfirmed|embedded)\.test\.ts$/,
  // Hundreds of admins at random moments.
  /^app\/features\/operations\/members\/simultaneous-admins\.test\.ts$/,
  // Measures the processor time of each schema.
  /^tests\/conformance\/hostile-texts\.test\.ts$/,
  // The whole file of the map, several times.
  /^app\/features\/map\/import\/import-map\.test\.ts$/,
];

/** Whether a test file runs in `bin/test all` only, by its path from the folder of the project. */
export const isOnlyInAll = (file: string): boolean => onlyInAll.some((each) => each.test(file));
