import { canConvert } from '../../../media/ffmpeg.server.ts';

export const videoNote = (converts = canConvert()): string =>
  converts
    ? 'We convert videos so they play everywhere. This takes a few minutes.'
    : 'We cannot convert videos at the moment, so please upload MP4 or WebM. MOV plays only in some browsers, and AVI can only be downloaded.';
