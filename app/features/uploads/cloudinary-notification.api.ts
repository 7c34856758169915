import { z } from 'zod';
import { Refused } from '../../errors.ts';
import { api, everyone } from '../../http/api.server.ts';
import { readText } from '../../http/body.server.ts';
import type { Description } from '../../http/description.ts';
import { BadNotification } from '../../media/store-trouble.ts';
import { noteStreams } from './carry.server.ts';

const delivery = {
  summary: 'Deliver a notification of Cloudinary',
  details: 'Signed over the raw body (`X-Cld-Signature`).',
  raw: 'application/json',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refuses: { 400: 'The signature does not fit.' },
} satisfies Description;

const call = api({
  // No session and no origin: the signature over the raw body is what counts.
  POST: everyone(delivery, async ({ em, media }, { request }) => {
    const raw = await readText(request);
    try {
      const told = media.readNotification(raw, request.headers);
      if (told) await noteStreams(em, told);
    } catch (error) {
      if (error instanceof BadNotification) throw new Refused('The signature does not fit.', { status: 400 });
      throw error;
    }
    return { received: true as const };
  }),
});
export const loader = call.loader;
export const action = call.action;
