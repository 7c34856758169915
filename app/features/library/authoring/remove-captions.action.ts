import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { removeCaptions } from './captions.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, longId, params }) => {
  await removeCaptions(scope, { id: id(), mediaId: longId('mediaId'), language: params.language ?? '' });
  return { toast: toast.success('Captions removed') };
});
