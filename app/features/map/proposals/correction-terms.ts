export const correctionSubjects = ['name', 'role', 'ruleset', 'link', 'other'] as const;
export const correctionStates = ['open', 'accepted', 'declined'] as const;
