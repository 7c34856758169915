import { api, everyone } from '../../../http/api/api.server.ts';
import { noSuchThing, positionShape } from './map.schema.ts';
import { arcLine, nameLines, positionLine } from './map-json.server.ts';
import { shownNames } from './names.server.ts';
import { findPosition } from './resolve.server.ts';

const call = api({
  GET: everyone(
    {
      summary: 'Read a position of the map',
      details: 'The id of one that was merged into another answers the other one.',
      responses: { 200: positionShape },
      errorResponses: { 404: noSuchThing },
    },
    async (scope, { id }) => {
      const { map, position } = await findPosition(scope, id());
      const names = await shownNames(scope.em, { kind: 'position', id: position.id, name: position.name });
      return {
        ...positionLine(map, position),
        names: nameLines(names),
        out: map.arcsFrom(position.id).map((arc) => arcLine(map, arc)),
        into: map.arcsInto(position.id).map((arc) => arcLine(map, arc)),
      };
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
