import { z } from 'zod';

export const id = z.int().meta({ examples: [42] });
export const count = z
  .int()
  .min(0)
  .meta({ examples: [12] });

export const moment = z.iso.datetime().meta({ examples: ['2026-06-01T12:00:00.000Z'] });

/** Dollars, never cents. */
export const dollars = z.number().meta({ examples: [4.99] });

export const mediaUrl = z.string().meta({ examples: ['/media/0f3c2a/640.webp'] });

export const username = z.string().meta({ examples: ['coach_bia'] });
export const exampleText = (example: string) => z.string().meta({ examples: [example] });
