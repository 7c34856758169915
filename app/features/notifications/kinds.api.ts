import { api, member } from '../../http/api.server.ts';
import { chooseKinds, wantedKinds } from './choices.server.ts';
import { choicesCallSchema } from './notification.schema.ts';

const call = api({
  GET: member(async (scope) => ({ kinds: await wantedKinds(scope) })),
  PUT: member(async (scope, { body }) => {
    await chooseKinds(scope, (await body(choicesCallSchema)).kinds);
    return { kinds: await wantedKinds(scope) };
  }),
});
export const loader = call.loader;
export const action = call.action;
