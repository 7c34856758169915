import { canConvert } from '../../media/ffmpeg.server.ts';

/** What the upload forms say of films before one is chosen. */
export const filmNote = (converts = canConvert()): string =>
  converts
    ? 'Films are then prepared so that they play everywhere; that takes a few minutes.'
    : 'Films cannot be converted here at the moment: please send MP4 or WebM. MOV plays in some browsers only, AVI is offered as a download.';
