import type { Scope } from '../../../scope.ts';
import { type TechniqueMap, techniqueMap } from '../../map/graph/technique-map.server.ts';
import { drawnPosition } from '../../map/screens/drawn.server.ts';
import { arcOf } from '../../map/screens/transition.server.ts';
import { contentsOf } from '../items/contents.ts';
import { findItem, type Item } from '../items/item.server.ts';
import { clockOf, stepOf } from '../items/step.ts';
import { itemMap, type LinkedThing } from '../map-links/link-view.server.ts';
import { openingText, type Study, type StudyItem } from './study.ts';
import { bothThemes, drawnTechnique, type Studied, teachingOf } from './techniques.server.ts';

/** An item with its steps and where it stands on the map; of a locked one what its page says too. @throws NotFound */
export async function studyItem(scope: Scope, id: number): Promise<Studied> {
  const [item, map] = [await findItem(scope, id), await techniqueMap(scope)];
  const { startsIn, does, endsIn } = await itemMap(scope, id);
  const transition = does?.kind === 'transition' ? map.transitions.get(does.id) : undefined;
  const drawn = transition
    ? [drawnTechnique(map, arcOf(map, transition, false), bothThemes('bottom'), null)]
    : [];
  const { taught } = await teachingOf(scope, drawn);
  const shown = studyOfItem(scope, item);
  const path = `/content/${id}`;
  const places = [figure(map, 'Starts in', startsIn), figure(map, 'Ends in', endsIn)];
  return {
    study: {
      kind: 'item',
      title: shown.title,
      lead: `By ${shown.creator}.`,
      path,
      url: shown.url,
      names: null,
      item: shown,
      figures: places.flatMap((place) => place ?? []),
      groups:
        drawn.length > 0
          ? [{ id: 'does', title: 'What it does', techniques: drawn.map(taught), left: 0 }]
          : [],
    },
    cards: [item],
  };
}

function figure(
  map: TechniqueMap,
  words: string,
  thing: LinkedThing | null,
): Study['figures'][number] | null {
  const position = thing?.kind === 'position' ? map.positions.get(thing.id) : undefined;
  const drawn = position ? drawnPosition(map, position, { theme: null, as: 'bottom' }) : null;
  return thing && drawn && { caption: `${words}: ${thing.name}`, drawn };
}

/** What sheets and packs say of an item. */
export function studyOfItem(
  { origin }: Pick<Scope, 'origin'>,
  item: Omit<Item, 'downloads' | 'allMedia'>,
): StudyItem {
  const locked = item.mediaAccess === 'locked';
  return {
    id: item.id,
    title: item.title,
    url: `${origin}/content/${item.id}`,
    creator: `${item.creatorFirstName} ${item.creatorLastName} (@${item.creatorUsername})`,
    locked,
    contents: contentsOf({
      ...item,
      videoLength: item.videoMs === null ? null : clockOf(Math.max(1, Math.round(item.videoMs / 1000))),
    }),
    description: item.description,
    steps: item.steps.map(stepOf),
    hiddenSteps: item.stepCount - item.steps.length,
    opening: locked
      ? openingText({ tier: item.tier, priceCents: item.isForSale ? item.priceCents : null })
      : null,
  };
}
