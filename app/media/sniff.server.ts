import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { empty, unreadable } from './bad-file.ts';
import type { MediaKind, SentFile } from './media.ts';

const mimes: Record<string, { kind: MediaKind; mime: string }> = {
  'image/jpeg': { kind: 'image', mime: 'image/jpeg' },
  'image/png': { kind: 'image', mime: 'image/png' },
  'image/apng': { kind: 'image', mime: 'image/png' },
  'image/webp': { kind: 'image', mime: 'image/webp' },
  'video/mp4': { kind: 'video', mime: 'video/mp4' },
  'video/x-m4v': { kind: 'video', mime: 'video/mp4' },
  'video/quicktime': { kind: 'video', mime: 'video/quicktime' },
  'video/webm': { kind: 'video', mime: 'video/webm' },
  'video/vnd.avi': { kind: 'video', mime: 'video/x-msvideo' },
};

export const headLength = 12;

/** A first guess, so that a limit can be applied while a file still arrives. */
export function kindOfHead(head: Uint8Array): MediaKind | null {
  const text = Buffer.from(head.subarray(0, headLength)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG\r\n')) return 'image';
  if (text.startsWith('RIFF')) {
    if (text.endsWith('WEBP')) return 'image';
    return text.endsWith('AVI ') ? 'video' : null;
  }
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'video';
  return /^....(ftyp|moov|mdat|wide|free|skip)/s.test(text) ? 'video' : null;
}

/** The file's type by its bytes alone. @throws BadFile for anything but an accepted image or video */
export async function sniff({ path, name, bytes }: SentFile): Promise<{ kind: MediaKind; mime: string }> {
  if (bytes === 0) throw empty(name);
  // The library knows a hundred formats. It is asked only about those that we accept.
  const found = (await kindOfFile(path)) ? await fileTypeFromFile(path) : undefined;
  const known = found && mimes[found.mime];
  if (!known) throw unreadable(name);
  return known;
}

/** A first guess at the kind of a stored file, by its first bytes. */
export async function kindOfFile(path: string): Promise<MediaKind | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return kindOfHead(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
