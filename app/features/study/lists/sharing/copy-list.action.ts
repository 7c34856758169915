import { memberButton, noPage } from '../../../../http/pages/button.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { copySchema } from '../list.schema.ts';
import { copyList } from './copy-list.server.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { id, input }) => {
  const { key, attempt } = await input(copySchema);
  const made = await copyList(scope, id(), key ?? null, attempt);
  return { to: `/lists/${made}`, toast: toast.success('Copied', 'This list is yours: only you see it.') };
});
