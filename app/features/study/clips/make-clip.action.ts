import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { loopSchema } from './clip.schema.ts';
import { askForClip } from './clips.server.ts';
import { loopPath } from './loop.ts';
import { whenReady } from './when-ready.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, input }) => {
  const loop = await input(loopSchema);
  const {
    clip: { state, before },
  } = await askForClip(scope, id(), loop);
  const notice =
    state === 'ready' ? toast.success('It is ready') : toast.info('Cutting the clip', whenReady(before));
  return { to: loopPath(id(), loop), toast: notice, data: { state } };
});
