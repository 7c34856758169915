interface DemoList {
  by: string;
  kind: 'list' | 'course';
  /** Days ago. */
  days: number;
  title: string;
  description: string;
  /** Each with its items; the first title of a list that is no course is empty. */
  sections: { title: string; items: string[] }[];
  followedBy: string[];
  /** Members who have marked so many of its items as seen. */
  seenBy: Record<string, number>;
}

/** Courses and lists that demo creators show to everyone. */
export const lists: DemoList[] = [
  {
    by: 'coach_bia',
    kind: 'course',
    days: 48,
    title: 'First month: survive, then sweep',
    description: 'What I teach a new white belt in four weeks. One technique a class, in this order.',
    sections: [
      { title: 'Get out', items: ['upa-bridge-and-roll', 'elbow-knee-escape', 'side-control-escape'] },
      { title: 'Hold and turn', items: ['closed-guard-control', 'scissor-sweep', 'hip-bump-sweep'] },
    ],
    followedBy: ['free_member', 'premium_member', 'sam_okafor'],
    seenBy: { free_member: 2, premium_member: 4 },
  },
  {
    by: 'leila_haddad',
    kind: 'list',
    days: 30,
    title: 'Half guard on one page',
    description: 'The shield, the underhook, and what to do with it.',
    sections: [{ title: '', items: ['half-guard-underhook', 'old-school-sweep', 'turtle-guard-recovery'] }],
    followedBy: ['vip_member'],
    seenBy: {},
  },
];
