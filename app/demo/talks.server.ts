import { db } from '../db/kysely.server.ts';
import { sendMessage } from '../features/community/messages/send.server.ts';
import { markRead } from '../features/community/messages/thread.server.ts';
import { chance } from './chance.ts';
import { as, type Deed, type DemoTrade, later } from './history.server.ts';
import { talks } from './talks.ts';

/** The conversations of the demo: who answers has read what came before. */
export function talkDeeds(people: Map<string, number>, now: Date): Deed[] {
  return talks.flatMap(({ between, days, lines, unread }) => {
    let at = later(now, -days);
    let speaker = 1;
    const sent = lines.map(({ hours, text, again }): Deed => {
      at = later(at, (hours + chance(text) * 0.9) / 24);
      if (!again) speaker = 1 - speaker;
      const [from, to] = [between[speaker]!, between[1 - speaker]!];
      return {
        at,
        act: async (trade) => {
          await readAll(trade, people.get(from)!, people.get(to)!);
          const scope = await as(trade, people.get(from)!);
          await sendMessage(scope, to, { text }, []);
        },
      };
    });
    const reader = people.get(between[1 - speaker]!)!;
    const writer = people.get(between[speaker]!)!;
    const read: Deed = { at: later(at, 0.1), act: (trade) => readAll(trade, reader, writer) };
    return unread ? sent : [...sent, read];
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
