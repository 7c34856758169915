import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { cancelUpload, uploadIn } from './chunks.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { params }) => {
  await cancelUpload(scope, uploadIn(params.id));
  return { to: '/upload', toast: toast.success('Upload cancelled') };
});
