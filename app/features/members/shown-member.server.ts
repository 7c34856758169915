import type { Scope } from '../../scope.ts';
import { profileImage } from '../content/pictures.server.ts';
import type { ListedMember } from './member-list.server.ts';

/** A member as the admins' screens show them. */
export const shownMember = <Member extends ListedMember>(scope: Scope, { imageKey, ...member }: Member) => ({
  ...member,
  avatar: profileImage(scope, imageKey),
});
