import { Invalid } from '../../errors.ts';
import type { MemberScope } from '../../scope.ts';
import {
  dropWaiting,
  findWaiting,
  keepWaiting,
  prepareFiles,
  type SentPart,
} from '../uploads/uploads.server.ts';
import { type MessageInput, maxPictures, messageSchema } from './message.schema.ts';
import { findPerson, mustBeWritable } from './person.server.ts';
import { type SentMessage, sendMessage } from './send.server.ts';

const tooMany = `A message takes at most ${maxPictures} pictures. Please leave out the others.`;

interface Sent {
  fields: FormData;
  files: SentPart[];
  folder: string;
}

/** How an edge parses words: a page shows its form again, a call answers with messages by field. */
type Parse = (fields: FormData, schema: typeof messageSchema, also: Record<string, string[]>) => MessageInput;

/**
 * Sends what a form with pictures brought. Good pictures are kept before anything else is judged and named in
 * `kept`, so a form that must be mended shows them again instead of asking for them.
 * @throws what `parse` and `sendMessage` throw
 */
export async function sendForm(
  scope: MemberScope,
  username: string,
  { fields, files, folder }: Sent,
  parse: Parse,
): Promise<SentMessage> {
  // Whoever may not write keeps no pictures here.
  mustBeWritable(await findPerson(scope, username));
  const kept = await findWaiting(scope, fields.getAll('kept').map(String));
  const prepared = await prepareFiles(files.slice(0, maxPictures), folder, {
    onlyPictures: true,
    inFull: false,
  });
  const arrived = await keepWaiting(scope, prepared);
  const { problems } = prepared;
  for (const { key } of arrived) fields.append('kept', key);
  if (kept.length + files.length > maxPictures) {
    problems.push(tooMany);
  }
  const input = parse(fields, messageSchema, problems.length > 0 ? { pictures: problems } : {});
  const keys = [...kept, ...arrived].map(({ key }) => key);
  const sent = await sendMessage(scope, username, input, keys);
  // What was unticked, and what a second press of the button brought once more.
  await dropWaiting(scope, [...fields.getAll('shown').map(String), ...keys]);
  return sent;
}

/**
 * The same for a call: a program sends its pictures again, so nothing of a refused call stays behind.
 * @throws what `sendMessage` throws, Invalid beside `pictures`
 */
export async function sendCall(
  scope: MemberScope,
  username: string,
  { files, folder }: Omit<Sent, 'fields'>,
  input: MessageInput,
): Promise<SentMessage> {
  mustBeWritable(await findPerson(scope, username));
  if (files.length > maxPictures) throw new Invalid({ pictures: [tooMany] });
  const prepared = await prepareFiles(files, folder, { onlyPictures: true, inFull: false });
  const keys = prepared.problems.length > 0 ? [] : (await keepWaiting(scope, prepared)).map(({ key }) => key);
  try {
    if (prepared.problems.length > 0) throw new Invalid({ pictures: prepared.problems });
    return await sendMessage(scope, username, input, keys);
  } finally {
    // What went along with the message does not wait any more, so it stays.
    await dropWaiting(scope, keys);
  }
}
