import type { FoundProposal } from './find-proposal.server.ts';

const numbered = (id: number | null, name: string | null) => (id === null ? '' : `${name} #${id}`);

/** The values of the fields that describe a proposal. */
export function describedBy({ name, source, position, transition }: FoundProposal): Record<string, string> {
  return {
    name,
    source: source ?? '',
    ...(position && {
      looksLike: numbered(position.likeId, position.likeName),
      family: position.family,
    }),
    ...(transition && {
      from: numbered(transition.fromId, transition.fromName),
      to: numbered(transition.toId, transition.toName),
      actor: transition.actor ?? 'both',
      ruleset: transition.ruleset,
      roles: transition.changesRole ? 'change' : 'stay',
      directions: transition.bothWays ? 'both' : 'one',
    }),
  };
}
