import { z } from 'zod';
import { api, member } from '../../../http/api/api.server.ts';
import { id } from '../../core/schemas/response-shapes.ts';
import { likedIds } from './likes.server.ts';

const call = api({
  GET: member(
    {
      summary: 'List the ids of all items one likes',
      details: 'The whole list, for marking hearts.',
      responses: { 200: z.array(id) },
    },
    likedIds,
  ),
});
export const loader = call.loader;
export const action = call.action;
