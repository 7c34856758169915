import { starSymbol } from '../figures/stars.tsx';
import { avatarSymbols } from './avatar.tsx';

/** The icons that pages use by reference, printed once, first in the body. */
export function Sprite() {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden="true">
      {starSymbol}
      {avatarSymbols}
    </svg>
  );
}
