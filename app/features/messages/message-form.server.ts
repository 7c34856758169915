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
  const prepared = await prepareFiles(files.slice(0, maxPictures), folder, { onlyPictures: true });
  const arrived = await keepWaiting(scope, prepared);
  const { problems } = prepared;
  for (const { key } of arrived) fields.append('kept', key);
  if (kept.length + files.length > maxPictures) {
    problems.push(`A message takes at most ${maxPictures} pictures. Please untick or leave out the others.`);
  }
  const input = parse(fields, messageSchema, problems.length > 0 ? { pictures: problems } : {});
  const keys = [...kept, ...arrived].map(({ key }) => key);
  const sent = await sendMessage(scope, username, input, keys);
  // What was unticked, and what a second press of the button brought once more.
  await dropWaiting(scope, [...fields.getAll('shown').map(String), ...keys]);
  return sent;
}

/** The same for a call: a program sends its pictures again, so nothing of a refused call stays behind. */
export async function sendCall(
  scope: MemberScope,
  username: string,
  sent: Sent,
  parse: Parse,
): Promise<SentMessage> {
  for (const name of ['kept', 'shown']) sent.fields.delete(name);
  try {
    return await sendForm(scope, username, sent, parse);
  } catch (error) {
    await dropWaiting(scope, sent.fields.getAll('kept').map(String));
    throw error;
  }
}
