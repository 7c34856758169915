import { api, everyone } from '../../../http/api/api.server.ts';
import { textAnswer } from '../../../http/cache/text-answer.server.ts';
import { keptSeconds, mapFeed } from './feeds.server.ts';

const call = api({
  GET: everyone(async (scope, { request }) =>
    textAnswer(request, await mapFeed(scope), 'application/rss+xml; charset=utf-8', await keptSeconds(scope)),
  ),
});
export const loader = call.loader;
export const action = call.action;
