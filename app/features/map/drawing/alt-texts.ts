import type { Role } from '../graph/states.ts';

const place: Record<Role, string> = { top: 'on top', bottom: 'on the bottom' };

/** The text in place of a position's drawing. */
export const positionAltText = (name: string, filled: Role): string =>
  `${name}. The one ${place[filled]} is drawn filled, the other one outlined.`;

interface Movement {
  from: string;
  to: string;
  name: string;
  /** By the roles at the start. */
  actor: Role | null;
  changesRole: boolean;
  filled: Role;
}

/** The text in place of a transition's drawing: what happens, and who does it. */
export function transitionAltText({ from, to, name, actor, changesRole, filled }: Movement): string {
  const start = `From ${from} to ${to}: ${name}.`;
  if (!actor) return `${start} The one ${place[filled]} at the start is drawn filled.`;
  const end = changesRole ? ` and ends ${place[actor === 'top' ? 'bottom' : 'top']}` : '';
  return `${start} The one ${place[actor]}, drawn ${actor === filled ? 'filled' : 'outlined'}, acts${end}.`;
}
