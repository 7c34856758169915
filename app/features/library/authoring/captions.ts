export const captionLimits = { bytes: 500_000, cues: 5_000, cueLength: 500, problems: 5 } as const;

interface Cue {
  from: number;
  to: number;
  lines: string[];
}

type Read = { cues: Cue[] } | { problems: string[] };

/** Reads times and words of WebVTT and drops the rest. The first few mistakes are listed with their lines. */
export function readVtt(text: string): Read {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT([ \t]|$)/.test(lines[0] ?? '')) {
    return { problems: ['Line 1: a WebVTT file begins with the word WEBVTT. Please save it as .vtt.'] };
  }
  const problems: string[] = [];
  const cues: Cue[] = [];
  let before = 0;
  for (const block of blocksOf(lines)) {
    const at = block.lines.findIndex((line) => line.includes('-->'));
    // Styles, regions, notes and other blocks without a time.
    if (at === -1) continue;
    const line = block.line + at;
    const times = timesOf(block.lines[at] ?? '');
    if (!times) problems.push(`Line ${line}: the times must look like 00:01.000 --> 00:04.000.`);
    else if (times.to <= times.from) problems.push(`Line ${line}: this caption ends before it begins.`);
    else if (times.from < before) problems.push(`Line ${line}: this caption begins before the one above it.`);
    else {
      const words = block.lines
        .slice(at + 1)
        .map(plain)
        .filter(Boolean);
      if (words.join('\n').length > captionLimits.cueLength)
        problems.push(`Line ${line}: this caption has more than ${captionLimits.cueLength} characters.`);
      else if (words.length > 0) cues.push({ ...times, lines: words });
      before = times.from;
    }
    if (problems.length >= captionLimits.problems) break;
  }
  if (cues.length > captionLimits.cues) problems.push(`There are more than ${captionLimits.cues} captions.`);
  if (cues.length === 0 && problems.length === 0) problems.push('There are no captions in this file.');
  return problems.length > 0 ? { problems } : { cues };
}

export const writeVtt = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map(({ from, to, lines }) => [`${time(from)} --> ${time(to)}`, ...lines].join('\n'))]
    .join('\n\n')
    .concat('\n');

function* blocksOf(lines: readonly string[]) {
  let block: string[] = [];
  // The header ends with the first empty line.
  for (const [index, line] of [...lines.slice(1), ''].entries()) {
    if (line.trim() !== '') block.push(line);
    else if (block.length > 0) {
      yield { lines: block, line: index + 2 - block.length };
      block = [];
    }
  }
}

function timesOf(line: string): { from: number; to: number } | null {
  const [, from = '', to = ''] = /^\s*([\d:.]+)[ \t]+-->[ \t]+([\d:.]+)([ \t].*)?$/.exec(line) ?? [];
  const [start, end] = [msOf(from), msOf(to)];
  return start === null || end === null ? null : { from: start, to: end };
}

function msOf(text: string): number | null {
  const [, hours = '0', minutes, seconds, ms] =
    /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(text) ?? [];
  if (minutes === undefined) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
}

const two = (value: number) => String(value).padStart(2, '0');

function time(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** One line without tags and invisible characters, escaped so that no player reads markup. */
const plain = (line: string): string =>
  line
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => named[name] ?? '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
