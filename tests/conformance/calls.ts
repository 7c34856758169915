import type { Statement } from './statement.ts';

/** What calls.md says, sentence by sentence. */
export const calls: Statement[] = [{ id: 'C1.1', says: "The tagline is 'The Sum of Jiu-Jitsu'." }];
