import type { Step } from '../items/step.ts';

export interface Chapter {
  seconds: number;
  title: string;
}

/** The steps with a time, in the order of the video; of two at one moment the first. */
export function chaptersOf(steps: readonly Step[]): Chapter[] {
  const at = new Map<number, string>();
  for (const { at: seconds, text } of steps) if (seconds !== null && !at.has(seconds)) at.set(seconds, text);
  return [...at].map(([seconds, title]) => ({ seconds, title })).sort((a, b) => a.seconds - b.seconds);
}

/** Chapters as a WebVTT file.
 *  @param lengthMs of the video; null when it is not known, then the last chapter lasts an hour */
export function chapterTrack(chapters: readonly Chapter[], lengthMs: number | null): string {
  const cues = chapters.map(({ seconds, title }, index) => {
    const next = chapters[index + 1]?.seconds;
    const end =
      next ?? Math.max(seconds + 1, lengthMs === null ? seconds + 3_600 : Math.ceil(lengthMs / 1000));
    return `${index + 1}\n${stamp(seconds)} --> ${stamp(end)}\n${cueText(title)}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** '00:03:12.000'. */
function stamp(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000`;
}

/** In a cue `-->`, tags and line breaks would mean something. */
const cueText = (title: string) =>
  title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ');
