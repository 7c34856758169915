import { answer, api, check, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { setBlock } from './block.server.ts';
import { changeSchema, messageSchema } from './message.schema.ts';
import { sendCall } from './message-form.server.ts';
import { messageJson } from './message-view.server.ts';
import { findPerson } from './person.server.ts';
import { markRead, readThread } from './thread.server.ts';

const call = api({
  /** The newest first; fetching marks nothing as read. */
  GET: member(async (scope, { params, url }) => {
    const page = await readThread(scope, params.username ?? '', {
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    return listAnswer(
      scope,
      url,
      page.items.map((each) => messageJson(scope, each)),
      page.after,
    );
  }),
  POST: member(async (scope, { params, sent }) => {
    const { values, ...files } = await sent('message form');
    const input = check(messageSchema, values);
    const message = await sendCall(scope, params.username ?? '', files, input);
    return answer(message.isNew ? 201 : 200, message);
  }),
  /** Blocks or unblocks the other one (`blocked`), marks messages as read (`readUpTo`). */
  PATCH: member(async (scope, { params, body }) => {
    const { blocked, readUpTo } = await body(changeSchema);
    const username = params.username ?? '';
    const { conversationId } = await findPerson(scope, username);
    if (readUpTo !== undefined && conversationId !== null) await markRead(scope, conversationId, readUpTo);
    if (blocked !== undefined) await setBlock(scope, username, blocked);
    const { isBlocked } = await findPerson(scope, username);
    return { blocked: isBlocked };
  }),
});
export const loader = call.loader;
export const action = call.action;
