interface Place {
  slug: string;
  column: number;
  row: number;
  /** In one line or two. */
  label: string[];
}

/** Where the families stand, by what leads where: on the feet above, guards to the left, passing and half guards in the
 *  middle, control from the top to the right, the back and the end below. */
const rows: [slug: string, label: string][][] = [
  [
    ['standing', 'Standing'],
    ['clinch', 'Clinch'],
    ['single-leg', 'Single leg'],
    ['double-leg', 'Double leg'],
  ],
  [
    ['full-guard', 'Full guard'],
    ['open-guard', 'Open guard'],
    ['standing-guard', 'Standing|in guard'],
    ['front-headlock', 'Front|headlock'],
  ],
  [
    ['closed-guard', 'Closed|guard'],
    ['butterfly', 'Butterfly'],
    ['combat-base', 'Combat|base'],
    ['turtle', 'Turtle'],
  ],
  [
    ['rubber-guard', 'Rubber|guard'],
    ['x-guard', 'X-guard'],
    ['guard-passing', 'Guard|passing'],
    ['knee-on-belly', 'Knee on|belly'],
  ],
  [
    ['spider-guard', 'Spider|guard'],
    ['single-leg-x', 'Single|leg X'],
    ['double-under', 'Stack|passing'],
    ['side-control', 'Side|control'],
  ],
  [
    ['de-la-riva', 'De la|Riva'],
    ['50-50', '50/50'],
    ['leg-drag', 'Leg drag'],
    ['north-south', 'North-|south'],
  ],
  [
    ['octopus', 'Octopus'],
    ['leg-entanglement', 'Legs|entangled'],
    ['quarter-guard', 'Quarter|guard'],
    ['scarf-hold', 'Scarf|hold'],
  ],
  [
    ['z-guard', 'Z-guard'],
    ['half-guard', 'Half|guard'],
    ['three-quarter-mount', '¾ mount'],
    ['reverse-scarf-hold', 'Reverse|scarf hold'],
  ],
  [
    ['deep-half', 'Deep half'],
    ['lockdown', 'Lockdown'],
    ['s-mount', 'S-mount'],
    ['mount', 'Mount'],
  ],
  [
    ['dogfight', 'Dogfight'],
    ['truck', 'Truck'],
    ['crucifix', 'Crucifix'],
    ['back', 'Back|control'],
  ],
  [
    ['omoplata', 'Omoplata'],
    ['triangle', 'Triangle'],
    ['armbar', 'Armbar'],
    ['kimura', 'Kimura'],
  ],
  [
    ['monoplata', 'Monoplata'],
    ['other', 'Others'],
  ],
];

/** In units of the drawing, which are CSS pixels on a phone. A box is as high as a finger. */
export const box = { width: 74, height: 46 };
const step = { across: 84, down: 62 };

export const places: readonly Place[] = rows.flatMap((columns, row) =>
  columns.map(([slug, label], column) => ({ slug, column, row, label: label.split('|') })),
);

export const size = {
  width: 3 * step.across + box.width,
  height: (rows.length - 1) * step.down + box.height,
};

/** The middle of a box. */
export const middleOf = ({ column, row }: Place) => ({
  x: column * step.across + box.width / 2,
  y: row * step.down + box.height / 2,
});

const bySlug = new Map(places.map((place) => [place.slug, place]));

export interface Line {
  from: { x: number; y: number };
  to: { x: number; y: number };
  width: number;
  /** How many boxes wide the line bends, so that it does not run behind those between. */
  bend: number;
}

const mostLines = 24;
const thickest = 6;

/** The strongest ways between families as lines, thicker where there are more; weaker ones would only hide them.
 *  @param pairs the strongest first */
export function shownLines(pairs: readonly { one: string; other: string; ways: number }[]): Line[] {
  const most = pairs[0]?.ways ?? 1;
  return pairs.slice(0, mostLines).flatMap(({ one, other, ways }) => {
    const [a, b] = [bySlug.get(one), bySlug.get(other)];
    if (!a || !b) return [];
    const isStraight = a.column === b.column || a.row === b.row;
    const isFar = Math.abs(a.column - b.column) + Math.abs(a.row - b.row) > 1;
    return {
      from: middleOf(a),
      to: middleOf(b),
      width: Math.max(1, Math.round((thickest * ways) / most)),
      bend: isStraight && isFar ? 1 : 0,
    };
  });
}
