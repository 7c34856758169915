import { api, everyone } from '../../../http/api/api.server.ts';
import { textAnswer } from '../../../http/cache/text-answer.server.ts';
import { sitemap } from './sitemap.server.ts';

const call = api({
  GET: everyone(async (scope, { request, url }) =>
    textAnswer(request, await sitemap(scope, url.searchParams.get('part')), 'application/xml; charset=utf-8'),
  ),
});
export const loader = call.loader;
export const action = call.action;
