import { api, everyone } from '../../../http/api/api.server.ts';
import { textAnswer } from '../../../http/cache/text-answer.server.ts';
import { creatorFeed, keptSeconds } from './feeds.server.ts';

const call = api({
  GET: everyone(async (scope, { request, params }) =>
    textAnswer(
      request,
      await creatorFeed(scope, params.username ?? ''),
      'application/rss+xml; charset=utf-8',
      await keptSeconds(scope),
    ),
  ),
});
export const loader = call.loader;
export const action = call.action;
