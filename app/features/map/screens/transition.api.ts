import { api, everyone } from '../../../http/api/api.server.ts';
import { itemsOfTransition } from '../../library/map-links/items-of.server.ts';
import { noSuchThing, transitionShape } from './map.schema.ts';
import { arcLine, itemLine, nameLines } from './map-json.server.ts';
import { shownNames } from './names.server.ts';
import { findTransition } from './resolve.server.ts';
import { arcOf } from './transition.server.ts';

const itemsShown = 24;

const call = api({
  GET: everyone(
    {
      summary: 'Read a technique of the map',
      details: 'The id of one that was merged into another answers the other one.',
      responses: { 200: transitionShape },
      errorResponses: { 404: noSuchThing },
    },
    async (scope, { id }) => {
      const { map, transition } = await findTransition(scope, id());
      const { bothWays, tags, seenIn } = transition;
      const [names, taught] = await Promise.all([
        shownNames(scope.em, { kind: 'transition', id: transition.id, name: transition.name }),
        itemsOfTransition(scope, transition.id, { size: itemsShown, after: null }),
      ]);
      const { transitionId, isReversed: _, ...line } = arcLine(map, arcOf(map, transition, false));
      return {
        id: transitionId,
        ...line,
        bothWays,
        tags,
        seenIn,
        names: nameLines(names),
        next: transition.isTap ? [] : map.arcsFrom(transition.toId).map((arc) => arcLine(map, arc)),
        items: taught.items.map(({ id, title, mediaAccess }) =>
          itemLine({ id, title, locked: mediaAccess === 'locked' }),
        ),
      };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
