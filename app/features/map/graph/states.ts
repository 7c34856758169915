/** A proposed thing is seen on its proposer's items alone; a merged one leads to another; a declined one is not shown. */
export const mapStates = ['proposed', 'accepted', 'merged', 'declined'] as const;
export type MapState = (typeof mapStates)[number];

/** Top is who controls: the one above, behind, or with the advantage. */
export const roles = ['top', 'bottom'] as const;
export type Role = (typeof roles)[number];

export const rulesets = ['gi', 'nogi', 'both'] as const;
export type Ruleset = (typeof rulesets)[number];

export const otherRole = (role: Role): Role => (role === 'top' ? 'bottom' : 'top');

/** The role of one player after a step. */
export const roleAfter = (role: Role, changesRole: boolean): Role => (changesRole ? otherRole(role) : role);
