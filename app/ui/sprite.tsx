import { avatarSymbols } from './avatar.tsx';
import { starSymbol } from './stars.tsx';

/** The drawings that pages refer to by name; the document prints it once, first in the body. */
export function Sprite() {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden="true">
      {starSymbol}
      {avatarSymbols}
    </svg>
  );
}
