import type { Role, Ruleset } from '../graph/states.ts';

/** Names come as they were written: `half guard`. */
export const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export const tagLabel = (tag: string) => tag.replaceAll('_', ' ');

export const sideLabels: Record<Role, string> = { top: 'on top', bottom: 'on the bottom' };

export const rulesetLabels: Record<Ruleset, string> = {
  both: 'Gi and no-gi',
  gi: 'Gi only',
  nogi: 'No-gi only',
};

/** Who acts, for a viewer with a role or for one who looks from outside. */
export function actorText(actor: Role | null, as: Role | null): string {
  if (actor === null) return 'Both act';
  if (as === null) return actor === 'top' ? 'The one on top acts' : 'The one on the bottom acts';
  return actor === as ? 'You act' : 'Your partner acts';
}

/** Where the viewer ends, and whether that is a change. */
export function endText(before: Role, after: Role): string {
  return before === after ? `You stay ${sideLabels[after]}.` : `You end ${sideLabels[after]}.`;
}

/** What a change of roles means for one who looks from outside. */
export const changeText = 'The one on the bottom ends on top.';
