import type { Line } from './overview.ts';
import { box, middleOf, places, size } from './overview.ts';

interface FamilyMapProps {
  families: readonly { slug: string; path: string }[];
  lines: readonly Line[];
}

/** How far a bent line leaves its row or column, and the room for it beside the last one. */
const gap = 44;
const margin = 14;

/** The families as a drawing whose boxes are links. The list beside it has the same links in words. */
export function FamilyMap({ families, lines }: FamilyMapProps) {
  const bySlug = new Map(families.map((family) => [family.slug, family]));
  return (
    <nav aria-label="Families, drawn">
      <svg
        viewBox={`-1 -1 ${size.width + margin} ${size.height + 2}`}
        width={1.5 * (size.width + margin)}
        fontSize="12"
        fontWeight="650"
        textAnchor="middle"
      >
        <title>Families of positions, and the strongest ways between them</title>
        <g fill="none" stroke="var(--edge)" strokeLinecap="round" strokeOpacity="0.7">
          {lines.map((line) => (
            <path key={pathOf(line)} d={pathOf(line)} strokeWidth={line.width} />
          ))}
        </g>
        {places.map((place) => {
          const family = bySlug.get(place.slug);
          if (!family) return null;
          const { x, y } = middleOf(place);
          return (
            <a key={place.slug} href={family.path}>
              <rect
                x={x - box.width / 2}
                y={y - box.height / 2}
                width={box.width}
                height={box.height}
                rx="8"
                fill="var(--card)"
                stroke="var(--edge)"
              />
              <text x={x} y={y + (place.label.length > 1 ? -3 : 4)} fill="var(--ink)">
                {place.label.map((words, index) => (
                  <tspan key={words} x={x} dy={index * 15}>
                    {`${words} `}
                  </tspan>
                ))}
              </text>
            </a>
          );
        })}
      </svg>
    </nav>
  );
}

/** A straight line, or one that leaves the row or column of its ends on one side. */
function pathOf({ from, to, bend }: Line): string {
  if (bend === 0) return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const isUpright = from.x === to.x;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const through = isUpright ? `${x + gap * 2 * bend} ${y}` : `${x} ${y + gap * bend}`;
  return `M${from.x} ${from.y}Q${through} ${to.x} ${to.y}`;
}
