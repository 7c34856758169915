import type { MemberScope } from '../../scope.ts';
import { type MediaRow, pictureOf } from '../content/pictures.server.ts';
import { listWaiting } from './uploads.server.ts';
import type { WaitingFile } from './waiting-files.tsx';

/** A waiting file as its owner sees it in the form. */
export function waitingPicture(scope: MemberScope, media: MediaRow): WaitingFile {
  const alt =
    media.kind === 'video' ? 'A film that waits to be published' : 'A picture that waits to be published';
  return {
    key: media.key,
    kind: media.kind,
    picture: pictureOf(scope, media, 'viewer', { alt, largest: 320 }),
  };
}

/** The pictures among a member's waiting files, for forms that take no film. */
export async function waitingPictures(scope: MemberScope): Promise<WaitingFile[]> {
  const all = await listWaiting(scope);
  return all.filter(({ kind }) => kind === 'image').map((media) => waitingPicture(scope, media));
}
