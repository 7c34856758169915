import { z } from 'zod';
import { count, exampleText, id } from '../../core/schemas/response-shapes.ts';

const drawings = z
  .array(exampleText('/map/drawing/t34-s0-lanf-105-34-0-0123456789.svg'))
  .describe('From its start to its end; empty for what has no drawing.');

const techniqueShape = z.object({
  name: exampleText('Old school sweep'),
  url: exampleText('/map/t/42-old-school-sweep'),
  facts: exampleText('You act. You end on top.'),
  from: exampleText('Half guard'),
  to: exampleText('Side control'),
  drawings,
});

/** A sheet and what its study pack holds, in calls. */
export const sheetShape = z
  .object({
    kind: z.enum(['way', 'position', 'item']),
    title: exampleText('From Half guard to Side control'),
    url: exampleText('/map/p/42-half-guard').describe('Its page.'),
    sheetUrl: exampleText('/map/p/42-half-guard/sheet').describe('One page to print.'),
    groups: z.array(
      z.object({
        title: exampleText('What leads out'),
        techniques: z.array(techniqueShape),
        left: count.describe('How many more there are.'),
      }),
    ),
    item: z
      .object({
        id,
        title: exampleText('Old school sweep, step by step'),
        locked: z.boolean(),
        steps: z.array(exampleText('Grip the far knee')).describe('Of a locked item the first one.'),
        hiddenSteps: count,
      })
      .nullable()
      .describe('For the sheet of an item.'),
    pack: z.object({
      url: exampleText('/map/p/42-half-guard/pack.zip').describe('A ZIP file; takes from a rate limit.'),
      bytes: count.describe('About its size.'),
      pages: count,
      drawings: count,
      files: count.describe('Pictures and videos that the caller may save.'),
      items: z.array(z.object({ id, title: exampleText('Knee cut') })),
      locked: z.array(z.object({ id, title: exampleText('Berimbolo'), url: exampleText('/content/42') })),
      missing: z.array(
        z.object({
          title: exampleText('Knee cut'),
          why: exampleText('Its file cannot be read at the moment.'),
        }),
      ),
    }),
  })
  .meta({ id: 'StudySheet' });
export type SheetJson = z.output<typeof sheetShape>;
