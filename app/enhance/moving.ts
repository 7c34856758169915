import { showHero } from './hero.ts';
import { repeat } from './loop.ts';

/** In one file, because the name of another would be in the script of every page. */
export const start = (element: HTMLElement) =>
  'loop' in element.dataset ? repeat(element as HTMLVideoElement) : showHero(element);
