import { z } from 'zod';
import { Refused } from '../../../errors.ts';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { readText } from '../../../http/uploads/body.server.ts';
import { BadNotification } from '../../../media/store-error.ts';
import { noteStreams } from './move-media.server.ts';

const delivery = {
  summary: 'Deliver a notification of Cloudinary',
  details: 'Signed over the raw body (`X-Cld-Signature`).',
  raw: 'application/json',
  responses: { 200: z.object({ received: z.literal(true) }) },
  errorResponses: { 400: 'The signature does not fit.' },
} satisfies Description;

const call = api({
  // No session and no origin check: the signature over the raw body authenticates.
  POST: everyone(delivery, async ({ em, media }, { request }) => {
    const raw = await readText(request);
    try {
      const streams = media.readNotification(raw, request.headers);
      if (streams) await noteStreams(em, streams);
    } catch (error) {
      if (error instanceof BadNotification) throw new Refused('The signature does not fit.', { status: 400 });
      throw error;
    }
    return { received: true as const };
  }),
});
export const loader = call.loader;
export const action = call.action;
