/** In the order of the overview: from standing to the end. */
export const familyGroups = ['standing', 'guards', 'passing', 'pins', 'back', 'legs', 'submissions'] as const;
export type FamilyGroup = (typeof familyGroups)[number];

export const groupNames: Record<FamilyGroup, string> = {
  standing: 'Standing',
  guards: 'Guards',
  passing: 'Passing and scrambles',
  pins: 'Top control',
  back: 'Back and turtle',
  legs: 'Legs entangled',
  submissions: 'Locks and chokes',
};

export interface Family {
  /** Its address is `/map/SLUG`. */
  slug: string;
  name: string;
  group: FamilyGroup;
  /** The tags of GrappleMap that put a position into it. */
  tags: readonly string[];
  /** Or a word of its name, for positions that no tag puts anywhere. */
  words?: RegExp;
  /** Instead of tags: the positions of which a word of the name decides, or without words all of them. */
  among?: (tags: readonly string[]) => boolean;
}

/** On the feet, against a partner who is not. */
const isAgainstGuard = (tags: readonly string[]) =>
  tags.includes('standing') && (tags.includes('bottom_supine') || tags.includes('bottom_seated'));

/** Both on the feet. */
const isStanding = (tags: readonly string[]) => tags.includes('standing') && !isAgainstGuard(tags);

/** Positions are too many to look at one by one (601), so each belongs to one family: the first that matches. Families
 *  that say more stand before those that say less. */
export const families: readonly Family[] = [
  {
    slug: 'truck',
    name: 'Truck',
    group: 'back',
    tags: ['truck'],
    words: /\btruck\b|\btwister$|twister roll/,
  },
  { slug: 'crucifix', name: 'Crucifix', group: 'back', tags: ['crucifix'] },
  {
    slug: 'three-quarter-mount',
    name: 'Three-quarter mount',
    group: 'pins',
    tags: ['three_quarter_mount'],
  },
  { slug: 's-mount', name: 'S-mount', group: 'pins', tags: ['s_mount'] },
  { slug: 'mount', name: 'Mount', group: 'pins', tags: ['mount'], words: /\bmount\b/ },
  {
    slug: 'back',
    name: 'Back control',
    group: 'back',
    tags: ['back', 'lower_back_control', 'crab_ride'],
    words: /\bback control\b|berimbolo/,
  },
  { slug: 'turtle', name: 'Turtle', group: 'back', tags: ['turtle'], words: /\bturtle\b/ },
  { slug: 'reverse-scarf-hold', name: 'Reverse scarf hold', group: 'pins', tags: ['twister_side'] },
  { slug: 'scarf-hold', name: 'Scarf hold', group: 'pins', tags: ['judo_side'], words: /judo side/ },
  { slug: 'north-south', name: 'North-south', group: 'pins', tags: ['north_south'] },
  { slug: 'knee-on-belly', name: 'Knee on belly', group: 'pins', tags: ['knee_on_belly'] },
  {
    slug: 'side-control',
    name: 'Side control',
    group: 'pins',
    tags: ['side_control', 'side_ctrl'],
    words: /\bside control\b|stepping to side/,
  },
  { slug: 'lockdown', name: 'Lockdown', group: 'guards', tags: ['lockdown'], words: /\blockdown\b/ },
  {
    slug: 'deep-half',
    name: 'Deep half guard',
    group: 'guards',
    tags: ['deep_half'],
    words: /\bdeep half\b/,
  },
  { slug: 'z-guard', name: 'Z-guard and knee shield', group: 'guards', tags: ['z_guard', 'knee_shield'] },
  { slug: 'quarter-guard', name: 'Quarter guard', group: 'guards', tags: ['quarter_guard'] },
  { slug: 'dogfight', name: 'Dogfight', group: 'guards', tags: ['dogfight'] },
  {
    slug: 'half-guard',
    name: 'Half guard',
    group: 'guards',
    tags: ['half_guard', 'reverse_half', 'three_quarter_guard'],
    words: /\bhalf guard\b|old school/,
  },
  { slug: 'rubber-guard', name: 'Rubber guard', group: 'guards', tags: ['rubber_guard', 'vice_grip'] },
  { slug: 'closed-guard', name: 'Closed guard', group: 'guards', tags: ['closed_guard'] },
  { slug: 'spider-guard', name: 'Spider guard', group: 'guards', tags: ['spider_guard'] },
  { slug: 'x-guard', name: 'X-guard', group: 'guards', tags: ['x_guard'], words: /\bx-guard\b/ },
  { slug: 'single-leg-x', name: 'Single leg X', group: 'legs', tags: ['slx'] },
  { slug: '50-50', name: '50/50', group: 'legs', tags: ['50_50'] },
  {
    slug: 'de-la-riva',
    name: 'De la Riva guard',
    group: 'guards',
    tags: [],
    among: () => true,
    words: /\bde la riva\b|\bdlr\b/,
  },
  {
    slug: 'leg-entanglement',
    name: 'Leg entanglement',
    group: 'legs',
    tags: ['footsies', 'ashi', 'knee_bar', 'heel_hook', 'toehold'],
    words: /\bknee ?bar\b|\btoe ?hold\b|heel hook/,
  },
  {
    slug: 'butterfly',
    name: 'Butterfly guard',
    group: 'guards',
    tags: ['butterfly', 'engaged_butterfly', 'reverse_butterfly', 'butterfly_sweep'],
  },
  { slug: 'octopus', name: 'Octopus guard', group: 'guards', tags: ['octopus'] },
  { slug: 'monoplata', name: 'Monoplata', group: 'submissions', tags: ['monoplata'] },
  { slug: 'omoplata', name: 'Omoplata', group: 'submissions', tags: ['omoplata'] },
  { slug: 'triangle', name: 'Triangle', group: 'submissions', tags: ['triangle'], words: /\btriangle\b/ },
  {
    slug: 'armbar',
    name: 'Armbar',
    group: 'submissions',
    tags: ['armbar', 'spiderweb'],
    words: /\barm ?(bar|lock|crush)\b|\bspider ?web\b/,
  },
  { slug: 'leg-drag', name: 'Leg drag', group: 'passing', tags: ['leg_drag'] },
  { slug: 'combat-base', name: 'Combat base', group: 'passing', tags: ['combat_base'] },
  { slug: 'full-guard', name: 'Full guard', group: 'guards', tags: ['full_guard', 'hip_bump'] },
  {
    slug: 'double-under',
    name: 'Stack and double under',
    group: 'passing',
    tags: ['stacked', 'pass_under', 'pass_double_under', 'pass_split'],
  },
  {
    slug: 'guard-passing',
    name: 'Guard passing',
    group: 'passing',
    tags: [
      ...['pass_around', 'pass_over', 'pass_through', 'passing', 'pass', 'knee_slice', 'knee_pin'],
      ...['leg_smash', 'leg_over_shoulder', 'twister_pass'],
    ],
    words: /\bpass(ing)?\b/,
  },
  {
    slug: 'front-headlock',
    name: 'Front headlock and sprawl',
    group: 'submissions',
    tags: ['sprawl', 'guillotine', 'darce', 'neck_crank', 'arm_choke'],
  },
  {
    slug: 'standing-guard',
    name: 'Standing against a guard',
    group: 'passing',
    tags: [],
    among: isAgainstGuard,
  },
  { slug: 'single-leg', name: 'Single leg', group: 'standing', tags: ['single_leg_takedown', 'funk'] },
  { slug: 'double-leg', name: 'Double leg', group: 'standing', tags: ['double_leg_takedown'] },
  {
    slug: 'clinch',
    name: 'Clinch',
    group: 'standing',
    tags: [],
    among: isStanding,
    words: /\bclinch\b|body ?lock|waist lock|over.?under|under.?hook|over.?hook|whizzer/,
  },
  { slug: 'standing', name: 'Standing', group: 'standing', tags: ['standing'], words: /staredown/ },
  {
    slug: 'open-guard',
    name: 'Open guard',
    group: 'guards',
    tags: ['bottom_seated', 'bottom_double_unders', 'inverted_guard'],
    words: /\bopen guard\b|\bguard\b|pendulum/,
  },
  { slug: 'kimura', name: 'Kimura', group: 'submissions', tags: ['kimura'] },
  { slug: 'other', name: 'Other positions', group: 'passing', tags: [] },
];

/** @returns the slug of the family of a position */
export function familyOf({ tags, name }: { tags: readonly string[]; name: string }): string {
  const text = name.toLowerCase();
  const isNamed = ({ words }: Family) => words?.test(text) ?? false;
  const matches = (family: Family) =>
    family.among
      ? family.among(tags) && (!family.words || isNamed(family))
      : family.tags.some((tag) => tags.includes(tag));
  const found = families.find(matches) ?? families.find((family) => !family.among && isNamed(family));
  return (found ?? families.at(-1)!).slug;
}

export const familyBySlug: ReadonlyMap<string, Family> = new Map(
  families.map((family) => [family.slug, family]),
);
