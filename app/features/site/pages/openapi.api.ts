import { z } from 'zod';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { RouteTable } from '../../../http/api/description.ts';
import { openapi } from '../../../http/api/openapi.server.ts';
import { textAnswer } from '../../../http/cache/text-answer.server.ts';

/** Routes never change while the site runs; in development every change makes new ones. */
const written = new WeakMap<RouteTable, string>();

const call = api({
  GET: everyone(
    {
      summary: 'Read this document',
      details: 'Every call as OpenAPI 3.1. Kept for five minutes; `If-None-Match` is understood.',
      responses: { 200: z.looseObject({ openapi: z.literal('3.1.0') }), 304: null },
    },
    async ({ origin }, { request, context }) => {
      const routes = await context.routes();
      const text = written.get(routes) ?? JSON.stringify(openapi(routes, origin));
      written.set(routes, text);
      return textAnswer(request, text, 'application/json; charset=utf-8');
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
