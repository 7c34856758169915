import { widest } from '../../../media/media.ts';
import type { MemberScope } from '../../../scope.ts';
import { mediaAddress, pictureOf } from '../../core/media/pictures.server.ts';
import type { MessageFacts } from './thread.server.ts';

/** A message as its page shows it; its image addresses open for this viewer only. */
export function messageView(scope: MemberScope, { pictures, ...message }: MessageFacts, author: string) {
  return {
    ...message,
    pictures: pictures.map((media, index) => ({
      key: media.key,
      large: mediaAddress(scope, media.key, `${widest(media.widths)}.jpg`, 'viewer'),
      picture: pictureOf(scope, media, 'viewer', {
        alt: `Picture ${index + 1} from ${message.isOwn ? 'you' : author}`,
        largest: 640,
      }),
    })),
  };
}
export type MessageView = ReturnType<typeof messageView>;

export const messageJson = (scope: MemberScope, { pictures, sentAt, ...message }: MessageFacts) => ({
  ...message,
  sentAt: new Date(sentAt).toISOString(),
  pictures: pictures.map((media) => mediaAddress(scope, media.key, `${widest(media.widths)}.jpg`, 'viewer')),
});
