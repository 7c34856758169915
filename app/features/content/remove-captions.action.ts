import { memberButton, noPage } from '../../http/button.server.ts';
import { toast } from '../../http/toast.ts';
import { removeCaptions } from './captions.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, params }) => {
  await removeCaptions(scope, { id: id(), mediaId: id('mediaId'), language: params.language ?? '' });
  return { toast: toast.success('Captions removed') };
});
