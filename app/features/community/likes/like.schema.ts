import { z } from 'zod';
import { requiredFlag } from '../../core/schemas/request-shapes.ts';

/** The wanted state (forms send 1 or 0); without it the state is toggled. */
export const likeSchema = z.object({
  liked: requiredFlag('liked').optional(),
});
