import type { MemberScope } from '../../scope.ts';
import { type MediaRow, pictureOf } from '../content/pictures.server.ts';
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
