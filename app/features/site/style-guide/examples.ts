import type { PictureFacts } from '../../../ui/pictures/picture.tsx';
import type { Unlocking } from '../../commerce/plans/unlock/unlock.ts';
import type { VideoView } from '../../core/media/video-view.server.ts';
import type { CardItem } from '../../library/catalog/content-card.tsx';

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"><path fill="#8fa68f" d="M0 0h640v480H0z"/><path fill="#fbf6ec" d="M120 120h400v260H120z"/><path fill="#1c1815" d="M120 230h400v40H120z"/><path fill="#c8372a" d="M430 230h50v40h-50z"/></svg>`;

/** Drawn here, so that the guide looks the same everywhere. */
export const picture: PictureFacts = {
  src: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  width: 640,
  height: 480,
  color: '#8fa68f',
  alt: 'A belt on a gi, drawn',
  sources: [],
};

const plain: CardItem = {
  id: 'example',
  title: 'Armbar from closed guard',
  creatorId: 1,
  creatorName: 'Bia Rocha',
  creatorHandle: '@coach_bia',
  tier: 'free',
  locked: false,
  picture,
  views: 1204,
  likes: 57,
  liked: false,
  watched: null,
  priceCents: null,
  salesCount: 0,
  averageRating: 0,
  contentType: 'image',
  isPublished: true,
  canRate: false,
  canBuy: false,
};

export const cards: [name: string, item: CardItem][] = [
  ['Free', plain],
  [
    'All one can do',
    {
      ...plain,
      id: 'busy',
      title: 'Knee cut against reverse de la Riva',
      tier: 'premium',
      contentType: 'mixed',
      liked: true,
      priceCents: 499,
      salesCount: 12,
      averageRating: 4.6,
      canRate: true,
      canBuy: true,
    },
  ],
  ['Locked', { ...plain, id: 'locked', title: 'Leg lock entries', tier: 'vip', locked: true }],
  [
    'Locked, for sale',
    { ...plain, id: 'sold', tier: 'premium', locked: true, priceCents: 499, canBuy: true },
  ],
  [
    'Long, loved, no picture',
    {
      ...plain,
      id: 'long',
      title: 'Everything that can go wrong between the first grip and the last, and how one gets up again',
      creatorName: 'Maximiliane von Hohenstaufen-Wittelsbach',
      creatorHandle: '@maximiliane_von_hohenstaufen',
      picture: null,
      views: 1_234_567,
      likes: 10_432,
    },
  ],
  [
    'VIP first',
    {
      ...plain,
      id: 'early',
      tier: 'vip',
      tierAfter: 'free',
      earlyUntil: '2030-01-01T00:00:00.000Z',
      locked: true,
    },
  ],
];

const playing: VideoView = {
  state: 'plays',
  progress: null,
  hasFailed: false,
  from: null,
  sources: [{ src: '/styleguide/none.mp4', type: 'video/mp4' }],
  qualities: [
    { quality: 'small', size: '640 × 480', isCurrent: false },
    { quality: 'large', size: '1440 × 1080', isCurrent: true },
  ],
  captions: [{ src: '/styleguide/none.vtt', language: 'en', name: 'English' }],
  chapters: null,
};
const preparing: VideoView = { ...playing, state: 'preparing', sources: [], qualities: [], captions: [] };
const unplayable: VideoView = { ...playing, state: 'file', qualities: [], captions: [] };

/** The player in each state, for creator and viewer where they differ. */
export const videos: [name: string, video: VideoView, isOwn: boolean][] = [
  ['Plays, in two sizes', playing, false],
  ['Plays, as it was sent', { ...playing, qualities: [], captions: [] }, false],
  ['Being prepared', preparing, false],
  ['Being prepared, for its creator', { ...preparing, progress: 40 }, true],
  ['Waiting, for its creator', preparing, true],
  ['Plays, but could not be converted', { ...playing, qualities: [], hasFailed: true }, true],
  ['No browser plays it', unplayable, false],
  ['Could not be converted, for its creator', { ...unplayable, hasFailed: true }, true],
];

export const unlocking: Unlocking = {
  holds: 'You’re on the Explorer plan.',
  wait: 'VIPs get it first. It opens to everyone on Jan 1, 2030, 12:00 UTC.',
  pitch: 'VIP Elite opens this and 28 others today, 3 new this month; you liked 4 of them.',
  options: [
    {
      name: 'Buy it and watch it now',
      price: '$4.99',
      terms: 'Pay once, keep it for good',
      note: null,
      button: { href: '#product', label: 'Buy Now' },
    },
    {
      name: 'VIP Elite',
      price: '$24.99',
      terms: 'per month, until you cancel',
      note: 'Today you pay only the difference for the rest of your month. You see it before you pay.',
      button: { href: '#product', label: 'Change to VIP Elite' },
    },
  ],
};

export const days = [3, 0, 8, 13, 5, 21, 17].map((views, index) => ({
  day: `2030-01-0${index + 1}`,
  views,
}));

/** What each plan opens today. */
export const counts = { free: 40, premium: 29, vip: 1 };
