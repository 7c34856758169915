import { experienceFrame } from './experience-frame.ts';
import { experienceLimits } from './experience-limits.ts';
import { experienceRules } from './experience-rules.ts';
import { experienceScreens } from './experience-screens.ts';
import type { Statement } from './statement.ts';

/** What experience.md says, sentence by sentence. */
export const experience: Statement[] = [
  ...experienceFrame,
  ...experienceScreens,
  ...experienceRules,
  ...experienceLimits,
];
