import { db } from '../db/kysely.server.ts';
import { decideCase } from '../features/operations/reports/decide.server.ts';
import { fileReport } from '../features/operations/reports/report.server.ts';
import { extraMembers } from './extra-members.ts';
import { as, type DemoTrade, later, type PastEvent } from './history.server.ts';
import type { Ids } from './life.server.ts';

const reporters = extraMembers.filter(({ joined }) => joined > 60).map(({ key }) => key);

/** Two reports that wait for an admin, and two that were decided. */
export function caseEvents({ people, items }: Ids, now: Date): PastEvent[] {
  const by = (index: number) => people.get(reporters[index]!)!;
  const admin = people.get('summa_admin')!;
  let dismissed = 0;
  let hidden = 0;
  return [
    {
      at: later(now, -48),
      act: async (trade) => {
        dismissed = await reported(
          trade,
          by(3),
          { content: items.get('straight-ankle-lock')! },
          {
            reason: 'dangerous',
            details: 'Leg locks should not be free for white belts.',
          },
        );
      },
    },
    {
      at: later(now, -47.2),
      act: async (trade) =>
        decideCase(await as(trade, admin), dismissed, {
          outcome: 'dismissed',
          personNote: null,
          logNote: 'The straight ankle lock is allowed from white belt on, and the item says how to tap.',
        }),
    },
    {
      at: later(now, -21),
      act: async (trade) => {
        const review = await reviewBy(trade, items.get('mat-hygiene')!);
        if (review)
          hidden = await reported(
            trade,
            by(8),
            { review },
            { reason: 'spam', details: 'The same stars on everything.' },
          );
      },
    },
    {
      at: later(now, -20.6),
      act: async (trade) => {
        if (hidden === 0) return;
        await decideCase(await as(trade, admin), hidden, {
          outcome: 'dismissed',
          personNote: null,
          logNote: 'An ordinary rating of a member who rates a lot.',
        });
      },
    },
    {
      at: later(now, -0.7),
      act: async (trade) => {
        await reported(
          trade,
          by(12),
          { content: items.get('weight-without-drama')! },
          {
            reason: 'dangerous',
            details: 'It speaks of skipping a meal before the scales. My students are sixteen and read this.',
          },
        );
      },
    },
    {
      at: later(now, -0.4),
      act: async (trade) => {
        const review = await reviewBy(trade, items.get('stack-pass')!);
        if (!review) return;
        await reported(
          trade,
          people.get('diego_fuentes')!,
          { review },
          {
            reason: 'other',
            details: 'The warning it asks for is in step two. I do not want it gone, only put right.',
          },
        );
      },
    },
  ];
}

/** @returns the case of the report */
async function reported(
  trade: DemoTrade,
  by: number,
  subject: Parameters<typeof fileReport>[1],
  report: Parameters<typeof fileReport>[2],
): Promise<number> {
  const scope = await as(trade, by);
  const { id } = await fileReport(scope, subject, report);
  const found = await db(scope.em)
    .selectFrom('reports')
    .select('case_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.case_id ?? 0;
}

/** The rating with the fewest stars. */
async function reviewBy({ systemContext }: DemoTrade, item: number) {
  const found = await db(systemContext().em)
    .selectFrom('ratings')
    .select('id')
    .where('content_id', '=', item)
    .orderBy('stars')
    .orderBy('id')
    .executeTakeFirst();
  return found?.id;
}
