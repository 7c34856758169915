import { z } from 'zod';
import { flag, wholeNumber } from '../schemas/request-shapes.ts';
import { count, exampleText } from '../schemas/response-shapes.ts';

export const beginSchema = z.object({
  name: z.string({ error: 'The name of the file is missing.' }),
  bytes: z.int({ error: 'The size of the file, in whole bytes, is missing.' }).min(0),
  modified: z.number().optional().default(0),
  /** First bytes in hex, so that an unusable file is refused before it is sent. */
  head: z
    .string({ error: 'The first bytes of the file are missing.' })
    .regex(/^([0-9a-f]{2}){0,64}$/i, 'The first bytes are written in hex.'),
  onlyPictures: flag('onlyPictures'),
  onPhone: flag('onPhone'),
});
export type Begin = z.output<typeof beginSchema>;

/** Where the file is used, as at its begin; the complete file is checked for it again. */
export const finishSchema = z.object({ onlyPictures: flag('onlyPictures'), onPhone: flag('onPhone') });
export type Finish = z.output<typeof finishSchema>;

export const arrivingShape = z
  .object({
    id: exampleText('9f2c4e8d0b6a4c3f8e1d7a5b9c0f2e4d'),
    name: exampleText('knee-cut.mov'),
    bytes: count,
    offset: count.describe('Bytes that are safe: where the next chunk begins.'),
    key: exampleText('0f3c2a').nullable().describe('Once it is finished: what a form names in `kept`.'),
  })
  .meta({ id: 'Upload' });

export const uploadId = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ examples: ['9f2c4e8d0b6a4c3f8e1d7a5b9c0f2e4d'] });

export const offsetSchema = z.object({
  'upload-offset': wholeNumber('Say where the piece belongs (Upload-Offset).', 0, Number.MAX_SAFE_INTEGER),
});

export const offsetShape = z.object({ offset: count });
export const wrongOffsetShape = offsetShape.extend({
  message: exampleText('The next piece begins elsewhere.'),
});

export const chunkType = 'application/offset+octet-stream';
