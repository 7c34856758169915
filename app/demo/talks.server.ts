import { db } from '../db/kysely.server.ts';
import { sendMessage } from '../features/community/messages/send.server.ts';
import { markRead } from '../features/community/messages/thread.server.ts';
import { chance } from './chance.ts';
import { as, type DemoTrade, later, type PastEvent } from './history.server.ts';
import { talks } from './talks.ts';

/** The conversations of the demo. */
export function talkEvents(people: Map<string, number>, now: Date): PastEvent[] {
  return talks.flatMap(({ between, days, lines, unread }) => {
    let at = later(now, -days);
    let speaker = 1;
    const sent = lines.map(({ hours, text, again }): PastEvent => {
      at = later(at, (hours + chance(text) * 0.9) / 24);
      if (!again) speaker = 1 - speaker;
      const [from, to] = [between[speaker]!, between[1 - speaker]!];
      return {
        at,
        act: async (trade) => {
          const scope = await as(trade, people.get(from)!);
          await sendMessage(scope, to, { text }, []);
        },
      };
    });
    const [reader, writer] = [people.get(between[1 - speaker]!)!, people.get(between[speaker]!)!];
    const read = (by: number, from: number, days: number): PastEvent => ({
      at: later(at, days),
      act: (trade) => readAll(trade, by, from),
    });
    // Before the last message both have read everything.
    const before = [read(reader, writer, -0.005), read(writer, reader, -0.005)];
    return [...sent, ...before, ...(unread ? [] : [read(reader, writer, 0.005)])];
  });
}

async function readAll(trade: DemoTrade, reader: number, other: number) {
  const scope = await as(trade, reader);
  const side = await db(scope.em)
    .selectFrom('conversation_sides')
    .select(['conversation_id as conversation', 'last_message_id as last'])
    .where('user_id', '=', reader)
    .where('other_id', '=', other)
    .executeTakeFirst();
  if (side) await markRead(scope, side.conversation, side.last);
}
