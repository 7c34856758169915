import { canConvert } from '../../../media/ffmpeg.server.ts';

export const videoNote = (converts = canConvert()): string =>
  converts
    ? 'Films are then prepared so that they play everywhere; that takes a few minutes.'
    : 'Films cannot be converted here at the moment: please send MP4 or WebM. MOV plays in some browsers only, AVI is offered as a download.';
