import { Refused } from '../../errors.ts';
import { api, everyone } from '../../http/api.server.ts';
import { readText } from '../../http/body.server.ts';
import { BadNotification } from '../../media/store-trouble.ts';
import { noteStreams } from './carry.server.ts';

const call = api({
  // No session and no origin: the signature over the raw body is what counts.
  POST: everyone(async ({ em, media }, { request }) => {
    const raw = await readText(request);
    try {
      const told = media.readNotification(raw, request.headers);
      if (told) await noteStreams(em, told);
    } catch (error) {
      if (error instanceof BadNotification) throw new Refused('The signature does not fit.', { status: 400 });
      throw error;
    }
    return { received: true };
  }),
});
export const loader = call.loader;
export const action = call.action;
