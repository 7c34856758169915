import { starSymbol } from '../figures/stars.tsx';
import { keptInside } from '../kept-markup.ts';
import { avatarSymbols } from './avatar.tsx';

/** The icons that pages use by reference, printed once, first in the body. */
export const Sprite = () => (
  <svg className="sprite" width="0" height="0" aria-hidden="true" {...symbols({})} />
);

const symbols = keptInside(() => (
  <>
    {starSymbol}
    {avatarSymbols}
  </>
));
