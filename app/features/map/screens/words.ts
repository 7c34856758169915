import { otherRole, type Role, type Ruleset } from '../graph/states.ts';

/** Names come as they were written: `half guard`. */
export const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export const tagWords = (tag: string) => tag.replaceAll('_', ' ');

export const sideWords: Record<Role, string> = { top: 'on top', bottom: 'on the bottom' };

export const rulesetWords: Record<Ruleset, string> = {
  both: 'Gi and no-gi',
  gi: 'Gi only',
  nogi: 'No-gi only',
};

/** Who acts, for a viewer with a role or for one who looks from outside. */
export function actorWords(actor: Role | null, as: Role | null): string {
  if (actor === null) return 'Both act';
  if (as === null) return actor === 'top' ? 'The one on top acts' : 'The one on the bottom acts';
  return actor === as ? 'You act' : 'Your partner acts';
}

/** Where the viewer ends, and whether that is a change. */
export function endWords(before: Role, after: Role): string {
  return before === after ? `You stay ${sideWords[after]}.` : `You end ${sideWords[after]}.`;
}

/** What a change of roles means for one who looks from outside. */
export const changeWords = 'The one on the bottom ends on top.';

export const roleAfter = (role: Role, changesRole: boolean): Role => (changesRole ? otherRole(role) : role);
