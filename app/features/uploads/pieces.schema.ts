import { z } from 'zod';
import { count, words } from '../handbook/answered.ts';
import { yes } from './upload.schema.ts';

/** What a script tells of a file before it sends it in pieces. */
export const beginSchema = z.object({
  name: z.string({ error: 'The name of the file is missing.' }),
  bytes: z.int({ error: 'The size of the file, in whole bytes, is missing.' }).min(0),
  /** When the file was changed last, in ms: with name and size it tells the same file again. */
  modified: z.number().optional().default(0),
  /** Its first twelve bytes in hex, so that a file of no use is refused before it is sent. */
  head: z
    .string({ error: 'The first bytes of the file are missing.' })
    .regex(/^([0-9a-f]{2}){0,64}$/i, 'The first bytes are written in hex.'),
  onlyPictures: yes,
  /** Refusals come in the words of the phone's screen. */
  onPhone: yes,
});
export type Begin = z.output<typeof beginSchema>;

/** How far a file has come, as the calls answer it. */
export const arrivingShape = z
  .object({
    id: words('9f2c4e'),
    name: words('knee-cut.mov'),
    bytes: count,
    offset: count.describe('Bytes that are safe: where the next piece begins.'),
    key: words('0f3c2a').nullable().describe('Once it is finished: what a form names in `kept`.'),
  })
  .meta({ id: 'Upload' });

/** The id in the address of an upload. */
export const uploadId = z.string().meta({ examples: ['9f2c4e'] });

/** Where a piece belongs in its file. */
export const offsetSchema = z.object({
  'upload-offset': z.coerce.number({ error: 'Say where the piece belongs (Upload-Offset).' }).int().min(0),
});

export const offsetShape = z.object({ offset: count });
export const wrongOffsetShape = offsetShape.extend({ message: words('The next piece begins elsewhere.') });

export const pieceType = 'application/offset+octet-stream';
