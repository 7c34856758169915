import { answer, api, member } from '../../../../http/api/api.server.ts';
import { findOwnList } from '../access.server.ts';
import { copySchema, listShape, noSuchList } from '../list.schema.ts';
import { listJson } from '../list-json.server.ts';
import { copyList } from './copy-list.server.ts';

const call = api({
  POST: member(
    {
      summary: 'Copy a list',
      details:
        'Makes a private list of one’s own from one that one may read, with the items that one may see, in their order. Notes of another member are not copied. With `attempt`, sending it twice makes one copy.',
      body: copySchema,
      example: {},
      rateLimits: ['list'],
      responses: { 201: listShape },
      errorResponses: { 404: noSuchList, 409: 'One has 200 lists already.' },
    },
    async (scope, { id, body }) => {
      const { key, attempt } = await body();
      const made = await copyList(scope, id(), key ?? null, attempt);
      return answer(201, listJson(scope, await findOwnList(scope, made)));
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
