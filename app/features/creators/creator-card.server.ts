import type { Scope } from '../../scope.ts';
import { handleOf } from '../content/card-item.server.ts';
import { profileImage } from '../content/pictures.server.ts';
import type { CreatorCard } from './creator-list.tsx';
import type { Creator } from './creators.server.ts';

/** A creator as screens show them. */
export const creatorCard = (scope: Scope, { imageKey, ...creator }: Creator): CreatorCard => ({
  ...creator,
  name: `${creator.firstName} ${creator.lastName}`,
  handle: handleOf(creator.username, creator.id),
  avatar: profileImage(scope, imageKey),
});
