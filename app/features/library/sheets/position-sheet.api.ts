import { api, everyone } from '../../../http/api/api.server.ts';
import { noSuchThing } from '../../map/screens/map.schema.ts';
import { findPosition } from '../../map/screens/resolve.server.ts';
import { studyPosition } from './position-study.server.ts';
import { sheetShape } from './sheet.schema.ts';
import { sheetJson } from './sheet-json.server.ts';

const call = api({
  GET: everyone(
    {
      summary: 'Read the sheet of a position',
      details:
        'What is on its page to print, and what its study pack holds for the caller. The id of one that was merged into another answers the other one.',
      responses: { 200: sheetShape },
      errorResponses: { 404: noSuchThing },
    },
    async (scope, { id }) => {
      const { map, position } = await findPosition(scope, id());
      return sheetJson(scope, await studyPosition(scope, map, position, null));
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
