import { z } from 'zod';
import { yes } from './upload.schema.ts';

/** What a script tells of a file before it sends it in pieces. */
export const beginSchema = z.object({
  name: z.string(),
  bytes: z.int().min(0),
  /** When the file was changed last, in ms: with name and size it tells the same file again. */
  modified: z.number().optional().default(0),
  /** Its first twelve bytes in hex, so that a file of no use is refused before it is sent. */
  head: z.string().regex(/^([0-9a-f]{2}){0,64}$/i, 'The first bytes are written in hex.'),
  onlyPictures: yes,
});
export type Begin = z.output<typeof beginSchema>;

/** Where a piece belongs in its file. */
export const offsetSchema = z.object({
  'upload-offset': z.coerce.number({ error: 'Say where the piece belongs (Upload-Offset).' }).int().min(0),
});

export const pieceType = 'application/offset+octet-stream';
