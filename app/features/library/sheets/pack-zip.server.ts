import type { Scope } from '../../../scope.ts';
import { openStored, zipStream } from '../../core/archives/zip-stream.server.ts';
import { enforceRateLimit } from '../../core/rate-limits/rate-limit.server.ts';
import { drawing } from '../../map/drawing/drawing.server.ts';
import { countDownload } from '../items/download.server.ts';
import { planPack } from './pack.server.ts';
import { fileOfDrawing, type PackContents } from './pack.ts';
import type { ReadNotes } from './study.ts';
import type { Studied } from './techniques.server.ts';

/** A page of a pack by its name, rendered when its turn comes. */
export type PackPages = (contents: PackContents, madeAt: Date) => { file: string; html: () => string }[];

/** A pack as a ZIP, made while it is read: pages, drawings, then the media one after another. @throws Refused 429 */
export async function packZip(
  scope: Scope,
  studied: Studied,
  { pagesOf, readNotes }: { pagesOf: PackPages; readNotes: ReadNotes },
): Promise<ReadableStream<Uint8Array>> {
  await enforceRateLimit(scope, 'study pack');
  const pack = await planPack(scope, studied, readNotes);
  return zipStream(scope.now(), async (zip) => {
    for (const { file, html } of pagesOf(pack.contents, scope.now())) {
      zip.addText(file, function* () {
        yield html();
      });
    }
    for (const address of pack.drawings) {
      zip.addText(fileOfDrawing(address), async function* () {
        yield String(await drawing(scope, address.split('/').at(-1) ?? ''));
      });
    }
    for (const { file, key, variant, itemId } of pack.files) {
      zip.addFile(file, async () => {
        const bytes = await openStored(scope.media, { key, variant }, zip.signal);
        await countDownload(scope, itemId);
        return bytes;
      });
    }
  });
}
