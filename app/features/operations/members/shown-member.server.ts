import type { Scope } from '../../../scope.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import type { ListedMember } from './listed-member.sql.server.ts';

export const shownMember = <Member extends ListedMember>(scope: Scope, { imageKey, ...member }: Member) => ({
  ...member,
  avatar: profileImage(scope, imageKey),
});
