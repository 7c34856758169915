import type { MemberScope } from '../../../scope.ts';
import { type MediaRow, pictureOf } from '../media/pictures.server.ts';
import type { PendingFile } from './pending-files.tsx';
import { listPendingMedia } from './pending-media.server.ts';

export function pendingPicture(scope: MemberScope, media: MediaRow): PendingFile {
  const alt =
    media.kind === 'video' ? 'A video waiting to be published' : 'A picture waiting to be published';
  return {
    key: media.key,
    kind: media.kind,
    picture: pictureOf(scope, media, 'viewer', { alt, largest: 320 }),
  };
}

export async function pendingPictures(scope: MemberScope): Promise<PendingFile[]> {
  const all = await listPendingMedia(scope);
  return all.filter(({ kind }) => kind === 'image').map((media) => pendingPicture(scope, media));
}
