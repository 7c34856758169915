import { memberButton, noPage, pressAgain } from '../../../http/pages/button.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { setBlock } from './block.server.ts';
import { blockSchema } from './message.schema.ts';

export const loader = noPage;

export const action = memberButton(async (scope, { params, fields, input }) => {
  const wanted = await input(blockSchema, pressAgain);
  const { name, blocked } = await setBlock(scope, params.username ?? '', wanted.blocked);
  return {
    ...((await fields()).has('back') ? {} : { to: `/messages/${params.username}` }),
    toast: blocked
      ? toast.success(
          `You blocked ${name}`,
          'They can no longer write to you, and you see no comments of each other. We don’t tell them why.',
        )
      : toast.success(`${name} is no longer blocked`),
    data: { blocked },
  };
});
