import { answer, api, check, member } from '../../http/api.server.ts';
import { askedSize, listAnswer } from '../../http/list-call.server.ts';
import { profileImage } from '../content/pictures.server.ts';
import { listConversations } from './conversations.server.ts';
import { firstMessageSchema } from './message.schema.ts';
import { sendCall } from './message-form.server.ts';

const call = api({
  GET: member(async (scope, { url }) => {
    const page = await listConversations(scope, {
      size: askedSize(url),
      after: url.searchParams.get('cursor'),
    });
    const conversations = page.items.map(({ userId, username, name, imageKey, unread, ...last }) => ({
      with: { id: userId, username, name, profileImageUrl: profileImage(scope, imageKey) },
      unread,
      last: {
        text: last.text,
        hasPictures: last.hasPictures,
        isOwn: last.isOwn,
        sentAt: new Date(last.sentAt).toISOString(),
      },
    }));
    return listAnswer(scope, url, conversations, page.after);
  }),
  /** 201 for a new message; 200 with the same shape when this attempt has brought it already. */
  POST: member(async (scope, { sent }) => {
    const { values, ...files } = await sent('message form');
    const { to, ...input } = check(firstMessageSchema, values);
    const message = await sendCall(scope, to, files, input);
    return answer(message.isNew ? 201 : 200, message);
  }),
});
export const loader = call.loader;
export const action = call.action;
