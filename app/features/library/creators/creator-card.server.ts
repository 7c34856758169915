import type { Scope } from '../../../scope.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { handleOf } from '../catalog/card-item.server.ts';
import type { CreatorCard } from './creator-list.tsx';
import type { Creator } from './creators.sql.server.ts';

export const creatorCard = (scope: Scope, { imageKey, ...creator }: Creator): CreatorCard => ({
  ...creator,
  name: `${creator.firstName} ${creator.lastName}`,
  handle: handleOf(creator.username, creator.id),
  avatar: profileImage(scope, imageKey),
});
