import { stockAvatar } from './stock-avatar.ts';

interface AvatarProps {
  userId: string | number;
  /** Of the largest size. */
  imageUrl?: string | null;
  size?: 'small' | 'large';
  /** Lists mark those below the fold as lazy, so that the pictures above come first. */
  loading?: 'eager' | 'lazy';
}

/** Sides in pixels, and the width of the file: twice as many for dense screens, of those that are stored. */
const sides = {
  small: { pixels: 24, step: 48 },
  usual: { pixels: 36, step: 96 },
  large: { pixels: 88, step: 320 },
};

/** Decorative: the name is always beside it. */
export function Avatar({ userId, imageUrl, size, loading }: AvatarProps) {
  const { pixels, step } = sides[size ?? 'usual'];
  const box = { className: 'avatar', 'data-size': size, width: pixels, height: pixels };
  if (imageUrl)
    return <img {...box} src={imageUrl.replace('/320.webp', `/${step}.webp`)} loading={loading} alt="" />;
  return (
    <svg {...box} viewBox="0 0 36 36" aria-hidden="true">
      <use href={`#avatar-${stockAvatar(userId)}`} />
    </svg>
  );
}

/** Ground, skin, hair, gi and belt of the five people; one shared outline compresses well. */
const people = [
  {
    ground: '#cfdccb',
    skin: '#c98f65',
    hair: '#2a211b',
    gi: '#fffdf9',
    belt: '#1d5fbf',
    cut: 'M11 14c0-11 14-11 14 0-3-4-11-4-14 0',
  },
  {
    ground: '#e9d2b4',
    skin: '#8a5a3c',
    hair: '#1c1815',
    gi: '#28436b',
    belt: '#6d3b94',
    cut: 'M11 13c1-9 13-9 14 0-4-2-10-2-14 0',
  },
  {
    ground: '#d5d8e4',
    skin: '#edbf9b',
    hair: '#a3532a',
    gi: '#fffdf9',
    belt: '#6b4429',
    cut: 'M10 22c-1-20 17-20 16 0-1-3-1-6-3-9-3 1-7 1-10 0-2 3-2 6-3 9',
  },
  {
    ground: '#eccfc5',
    skin: '#dba77c',
    hair: '#1c1815',
    gi: '#3a342d',
    belt: '#c8372a',
    cut: 'M11 14c0-11 14-11 14 0-3-4-11-4-14 0M15 6a3 3 0 0 1 6 0',
  },
  {
    ground: '#efe0a9',
    skin: '#b87a52',
    hair: '#6b5f55',
    gi: '#fffdf9',
    belt: '#1c1815',
    cut: 'M12 19c1 7 11 7 12 0-2 2-10 2-12 0',
  },
];

export const avatarSymbols = people.map(({ ground, skin, hair, gi, belt, cut }, number) => (
  <symbol key={belt} id={`avatar-${number}`} viewBox="0 0 36 36">
    <path fill={ground} d="M0 0h36v36H0z" />
    <path fill={gi} d="M4 36c0-8 6-12 14-12s14 4 14 12" />
    <path fill="none" stroke={belt} strokeWidth="2.5" d="m13 24 5 9 5-9" />
    <circle fill={skin} cx="18" cy="16" r="7" />
    <path fill={hair} d={cut} />
  </symbol>
));
