import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { removeMedia } from './own-media.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, longId }) => {
  await removeMedia(scope, { id: id(), mediaId: longId('mediaId') });
  return { toast: toast.success('Removed') };
});
