import { Invalid } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import {
  discardPendingMedia,
  findPendingMedia,
  prepareFiles,
  type SentPart,
  storePendingMedia,
} from '../../core/uploads/pending-media.server.ts';
import { type MessageInput, maxPictures, messageSchema } from './message.schema.ts';
import { findPerson, mustBeWritable } from './person.server.ts';
import { type SentMessage, sendMessage } from './send.server.ts';

const tooMany = `A message takes at most ${maxPictures} pictures. Please leave out the others.`;

interface Sent {
  fields: FormData;
  files: SentPart[];
  folder: string;
}

/** How the caller parses fields: a page shows its form again, a call answers with messages by field. */
type Parse = (fields: FormData, schema: typeof messageSchema, also: Record<string, string[]>) => MessageInput;

/** Sends a form; good images are stored first, so that a refused form keeps them. @throws as `sendMessage` */
export async function sendForm(
  scope: MemberScope,
  username: string,
  { fields, files, folder }: Sent,
  parse: Parse,
): Promise<SentMessage> {
  // A member who may not write stores no images.
  mustBeWritable(await findPerson(scope, username));
  const kept = await findPendingMedia(scope, fields.getAll('kept').map(String));
  const prepared = await prepareFiles(files.slice(0, maxPictures), folder, {
    onlyPictures: true,
    inFull: false,
  });
  const arrived = await storePendingMedia(scope, prepared);
  const { problems } = prepared;
  for (const { key } of arrived) fields.append('kept', key);
  if (kept.length + files.length > maxPictures) {
    problems.push(tooMany);
  }
  const input = parse(fields, messageSchema, problems.length > 0 ? { pictures: problems } : {});
  const keys = [...kept, ...arrived].map(({ key }) => key);
  const sent = await sendMessage(scope, username, input, keys);
  // Images that were unticked, or sent twice by a second press.
  await discardPendingMedia(scope, [...fields.getAll('shown').map(String), ...keys]);
  return sent;
}

/** The same for a call, which keeps nothing when refused. @throws as `sendMessage` */
export async function sendCall(
  scope: MemberScope,
  username: string,
  { files, folder }: Omit<Sent, 'fields'>,
  input: MessageInput,
): Promise<SentMessage> {
  mustBeWritable(await findPerson(scope, username));
  if (files.length > maxPictures) throw new Invalid({ pictures: [tooMany] });
  const prepared = await prepareFiles(files, folder, { onlyPictures: true, inFull: false });
  const keys =
    prepared.problems.length > 0 ? [] : (await storePendingMedia(scope, prepared)).map(({ key }) => key);
  try {
    if (prepared.problems.length > 0) throw new Invalid({ pictures: prepared.problems });
    return await sendMessage(scope, username, input, keys);
  } finally {
    // Images that the message took are not pending any more, so they stay.
    await discardPendingMedia(scope, keys);
  }
}
