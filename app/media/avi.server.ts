import { type Blank, BrokenVideo, type Video, type VideoBytes, videoFacts } from './video-bytes.server.ts';

interface Chunk {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** What may stay, by list. The rest (`INFO`, camera data, comments) becomes JUNK and zeros. */
const kept: Record<string, string[]> = {
  file: ['RIFF AVI ', 'RIFF AVIX'],
  'RIFF AVI ': ['LIST hdrl', 'LIST movi', 'idx1'],
  'RIFF AVIX': ['LIST movi', 'idx1'],
  'LIST hdrl': ['avih', 'LIST strl', 'LIST odml'],
  'LIST strl': ['strh', 'strf', 'indx', 'vprp'],
};
const keptStreams = ['vids', 'auds', 'iavs'];
const mostChunks = 10_000;

/** Reads AVI and names the parts that must not be served. @throws BrokenVideo if cut off or without a video stream */
export async function readAvi(bytes: VideoBytes): Promise<Video> {
  const blanks: Blank[] = [];
  const streams: string[] = [];
  let main: Buffer | null = null;
  let count = 0;
  await clean('file', 0, bytes.size);

  async function clean(list: string, from: number, to: number) {
    for (let at = from; to - at >= 8; ) {
      count += 1;
      if (count > mostChunks) throw new BrokenVideo('chunks');
      const chunk = await chunkAt(bytes, at, to);
      if (!kept[list]?.includes(chunk.type)) blanks.push(blankChunk(chunk));
      else if (Object.hasOwn(kept, chunk.type)) await clean(chunk.type, chunk.body, chunk.end);
      else if (chunk.type === 'avih') main = await bytes.read(chunk.body, 40);
      else if (chunk.type === 'strh') streams.push((await bytes.read(chunk.body, 4)).toString('latin1'));
      at = chunk.end + (chunk.end % 2);
    }
  }

  const header = main as Buffer | null;
  const hasPicture = streams.some((stream) => stream === 'vids' || stream === 'iavs');
  // A text stream can contain the location for each second. Its chunks lie between the frames.
  if (!header || !hasPicture || streams.some((stream) => !keptStreams.includes(stream)))
    throw new BrokenVideo('streams');
  const [microseconds, frames] = [header.readUInt32LE(0), header.readUInt32LE(16)];
  const facts = videoFacts(header.readUInt32LE(32), header.readUInt32LE(36), (microseconds * frames) / 1000);
  return { facts, blanks };
}

async function chunkAt(bytes: VideoBytes, at: number, to: number): Promise<Chunk> {
  const head = await bytes.read(at, 8);
  const name = head.toString('latin1', 0, 4);
  const end = at + 8 + head.readUInt32LE(4);
  if (end > to) throw new BrokenVideo('cut off');
  const isList = (name === 'RIFF' || name === 'LIST') && end - at >= 12;
  if (!isList) return { type: name, start: at, body: at + 8, end };
  const holds = (await bytes.read(at + 8, 4)).toString('latin1');
  return { type: `${name} ${holds}`, start: at, body: at + 12, end };
}

function blankChunk({ start, end }: Chunk): Blank {
  const header = Buffer.alloc(8);
  header.write('JUNK', 0, 'latin1');
  header.writeUInt32LE(end - start - 8, 4);
  return { from: start, to: end, header };
}
