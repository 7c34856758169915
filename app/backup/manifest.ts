import { z } from 'zod';

/** What a backup says about itself; the restore refuses anything that does not fit. */
export const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The last migration that had run: the restore migrates an empty database up to it before it adds rows. */
  migration: z.string(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().nonnegative(),
      file: z.string().regex(/^tables\/[\w.-]+$/),
      sha256: z.string().length(64),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  jobs: z.array(
    z.object({
      task: z.string(),
      payload: z.unknown(),
      runAt: z.string(),
      maxAttempts: z.number().int(),
      key: z.string().nullable(),
    }),
  ),
  /** Null when media are stored elsewhere, as at Cloudinary. */
  media: z.object({ files: z.number().int(), bytes: z.number() }).nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;
