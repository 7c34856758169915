import { callsAnswers } from './calls-answers.ts';
import { callsRules } from './calls-rules.ts';
import { callsScreens } from './calls-screens.ts';

/** What calls.md says, sentence by sentence. */
export const calls = [...callsScreens, ...callsRules, ...callsAnswers];
