import { NotFound } from '../../../errors.ts';
import { answer, api, everyone, member } from '../../../http/api/api.server.ts';
import { noSuchItem } from '../../library/items/item.schema.ts';
import { clipShape, loopSchema } from './clip.schema.ts';
import { askForClip, clipJson, findClip, findVideo } from './clips.server.ts';

const locked = 'It is locked for the caller.';

const call = api({
  GET: everyone(
    {
      summary: 'Read a clip',
      details: 'A silent part of a video that repeats. It is cut after a first POST asked for it.',
      query: loopSchema,
      responses: { 200: clipShape },
      errorResponses: {
        403: locked,
        404: `${noSuchItem} Or this clip was not asked for yet.`,
        422: 'A time or the speed does not fit, or the video is not named.',
      },
    },
    async (scope, { id, query }) => {
      const loop = query();
      const { item } = await findVideo(scope, id(), loop.mediaId);
      const clip = await findClip(scope, loop);
      if (!clip) throw new NotFound('This clip was not asked for yet.');
      return clipJson(scope, item, loop, clip);
    },
  ),
  POST: member(
    {
      summary: 'Ask for a silent clip of a video, to repeat and slow down',
      details:
        'At most ten seconds. It is cut once, however many ask for it: 202 until it is ready, then 200. One that is not used for thirty days is removed.',
      body: loopSchema,
      example: { mediaId: 42, from: 12.5, to: 18, speed: 0.5 },
      rateLimits: ['clip'],
      responses: { 200: clipShape, 202: clipShape },
      errorResponses: {
        403: locked,
        404: noSuchItem,
        409: 'Its video is still being prepared.',
        429: 'Five clips of the member wait, or too many were asked for.',
        503: 'Too many clips wait to be cut.',
      },
    },
    async (scope, { id, body }) => {
      const loop = await body();
      const { item, clip } = await askForClip(scope, id(), loop);
      const json = clipJson(scope, item, loop, clip);
      return clip.state === 'ready' ? json : answer(202, json);
    },
  ),
});
export const loader = call.loader;
export const action = call.action;
