import { api, everyone } from '../../../http/api/api.server.ts';
import { noSuchItem } from '../items/item.schema.ts';
import { studyItem } from './item-study.server.ts';
import { sheetShape } from './sheet.schema.ts';
import { sheetJson } from './sheet-json.server.ts';

const call = api({
  GET: everyone(
    {
      summary: 'Read the sheet of an item',
      details: 'What is on its page to print, and what its study pack holds for the caller.',
      responses: { 200: sheetShape },
      errorResponses: { 404: noSuchItem },
    },
    async (scope, { id }) => sheetJson(scope, await studyItem(scope, id())),
  ),
});
export const loader = call.loader;
export const action = call.action;
