import { z } from 'zod';
import { choice, searchText } from '../../../core/schemas/request-shapes.ts';
import { type Role, roles } from '../../graph/states.ts';

const usualRole: Role = 'bottom';

/** The question of a page. What is missing is asked for, and what is too long is cut. */
export const wayQuestion = z.object({
  from: searchText,
  to: searchText,
  as: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(roles))
    .catch(usualRole),
});
export type WayQuestion = z.output<typeof wayQuestion>;

export const readWayQuestion = (query: URLSearchParams): WayQuestion =>
  wayQuestion.parse({ as: usualRole, ...Object.fromEntries(query) });

const end = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(100, 'A name has at most 100 characters.')
    .meta({ description: 'The id of a position, or a name in any language.', examples: ['half guard'] });

/** The question of a call, which must be complete. */
export const wayCallQuestion = z.object({
  from: end('Say where the way begins: `from`.'),
  to: end('Say where the way leads: `to`.'),
  as: choice(roles, 'Send `as` as top or bottom.').optional().default(usualRole),
});
