import type { Statement } from './statement.ts';

/** What experience.md says, sentence by sentence. */
export const experience: Statement[] = [{ id: 'E1.1', says: "The tagline is 'The Sum of Jiu-Jitsu'." }];
