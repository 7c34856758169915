import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { listFollowedPositions } from '../../community/position-follows/position-follows.server.ts';
import { count } from '../../core/schemas/response-shapes.ts';
import { techniqueMap } from '../../map/graph/technique-map.server.ts';
import { arcShape, itemLineShape, positionLineShape } from '../../map/screens/map.schema.ts';
import { arcLine, itemLine, positionLine } from '../../map/screens/map-json.server.ts';
import { whatNext } from './studied.server.ts';

const shape = z
  .object({
    position: positionLineShape,
    opened: count.describe('Techniques that begin or end in it and that the caller has opened.'),
    seen: count.describe('How many of them they have seen.'),
    notes: count.describe('How many notes they wrote about them.'),
    transitions: z
      .array(arcShape.extend({ items: z.array(itemLineShape) }))
      .describe('Techniques out of it that are taught, and of which the caller has opened none.'),
    items: z.array(itemLineShape).describe('Further items that begin in it and that were not opened.'),
  })
  .meta({ id: 'StudiedPosition' });

const call = api({
  GET: member(
    {
      summary: 'What to study next, by position',
      details: 'The positions that the caller studies most, then those that they follow. At most six.',
      responses: { 200: z.array(shape) },
    },
    async (scope) => {
      const map = await techniqueMap(scope);
      const places = await whatNext(scope, map, await listFollowedPositions(scope));
      return places.map(({ position, opened, seen, notes, arcs, items }) => ({
        position: positionLine(map, position),
        opened,
        seen,
        notes,
        items: items.map(itemLine),
        transitions: arcs.map(({ arc, items }) => ({ ...arcLine(map, arc), items: items.map(itemLine) })),
      }));
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
