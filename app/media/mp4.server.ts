import {
  type Blank,
  BrokenVideo,
  noteBlanks,
  type Video,
  type VideoBytes,
  videoFacts,
} from './video-bytes.server.ts';

interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** What may stay, by container. All else becomes `free` and zeros, because cameras store places, names and serial
 *  numbers in `udta`, `meta`, `uuid`, `gps ` and boxes that may be added later. */
const kept: Record<string, string[]> = {
  file: ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex', 'iods'],
  trak: ['tkhd', 'edts', 'mdia', 'tref', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf', 'elng'],
  minf: ['vmhd', 'smhd', 'nmhd', 'sthd', 'gmhd', 'hdlr', 'dinf', 'stbl'],
  stbl: 'stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps sdtp sbgp sgpd subs saiz saio'.split(' '),
  moof: ['mfhd', 'traf'],
  traf: 'tfhd tfdt trun sbgp sgpd subs saiz saio senc'.split(' '),
};
/** No text tracks: drones write the place into subtitles. */
const keptTracks = ['vide', 'soun'];
const mostBoxes = 100_000;
const mostSamples = 1_000_000;
const mostChunks = 100_000;
const mostTracks = 32;
const mostMediaBoxes = 16;

/** Names the parts of MP4 and QuickTime that must not be served. @throws BrokenVideo */
export async function readMp4(bytes: VideoBytes): Promise<Video> {
  const blanks: Blank[] = [];
  const boxes = boxReader(bytes);
  const inside = async (parents: Box[], type: string) => {
    const parent = parents.find((box) => box.type === type);
    return parent ? boxes(parent.body, parent.end) : [];
  };
  const top = await boxes(0, bytes.size);
  const moov = top.find((box) => box.type === 'moov');
  if (!moov) throw new BrokenVideo('no moov');

  const media = top.filter((box) => box.type === 'mdat');
  const isFragmented = top.some((box) => box.type === 'moof');
  const found: { width: number; height: number }[] = [];
  let tracks = 0;
  await clean('file', top);

  async function clean(container: string, children: Box[]) {
    for (const box of children) {
      if (!kept[container]?.includes(box.type)) noteBlanks(blanks, [blankBox(box)]);
      else if (box.type === 'trak') await cleanTrack(box);
      else if (Object.hasOwn(kept, box.type)) await clean(box.type, await boxes(box.body, box.end));
    }
  }

  async function cleanTrack(trak: Box) {
    tracks += 1;
    if (tracks > mostTracks) throw new BrokenVideo('tracks');
    const children = await boxes(trak.body, trak.end);
    const about = await inside(children, 'mdia');
    const handler = about.find((box) => box.type === 'hdlr');
    const kind = handler ? latin(await bytes.read(handler.body + 8, 4)) : '';
    const table = await inside(await inside(about, 'minf'), 'stbl');
    if (!keptTracks.includes(kind)) {
      // Cameras store a place per second in a separate track. In fragmented files its samples could not be found.
      if (isFragmented) throw new BrokenVideo('data track in fragments');
      noteBlanks(blanks, [...(await samplesOf(bytes, table, media)), blankBox(trak)]);
      return;
    }
    if (kind === 'vide') found.push(await trackSize(bytes, children, table));
    await clean('trak', children);
  }

  const size = found[0];
  if (!size) throw new BrokenVideo('no picture track');
  const header = (await boxes(moov.body, moov.end)).find((box) => box.type === 'mvhd');
  return {
    facts: videoFacts(size.width, size.height, header ? await duration(bytes, header) : null),
    blanks,
  };
}

function boxReader(bytes: VideoBytes) {
  let count = 0;
  return async function boxes(from: number, to: number): Promise<Box[]> {
    const found: Box[] = [];
    // QuickTime ends some containers with four zero bytes.
    for (let at = from; to - at >= 8; ) {
      count += 1;
      if (count > mostBoxes) throw new BrokenVideo('boxes');
      const head = await bytes.read(at, 8);
      const type = latin(head.subarray(4));
      let size = head.readUInt32BE(0);
      let body = at + 8;
      if (size === 1) {
        size = Number((await bytes.read(body, 8)).readBigUInt64BE(0));
        body += 8;
      } else if (size === 0) size = to - at;
      const end = at + size;
      if (end < body || end > to) throw new BrokenVideo('box');
      found.push({ type, start: at, body, end });
      at = end;
    }
    return found;
  };
}

const latin = (bytes: Buffer) => bytes.toString('latin1');

/** The header keeps its length, so that no box moves and all offsets stay valid. */
function blankBox({ start, body, end }: Box): Blank {
  const header = Buffer.alloc(body - start);
  const isLong = body - start === 16;
  header.writeUInt32BE(isLong ? 1 : end - start, 0);
  header.write('free', 4, 'latin1');
  if (isLong) header.writeBigUInt64BE(BigInt(end - start), 8);
  return { from: start, to: end, header };
}

async function duration(bytes: VideoBytes, { body }: Box) {
  const isLong = (await bytes.read(body, 1))[0] === 1;
  const scale = (await bytes.read(body + (isLong ? 20 : 12), 4)).readUInt32BE(0);
  const length = isLong
    ? Number((await bytes.read(body + 24, 8)).readBigUInt64BE(0))
    : (await bytes.read(body + 16, 4)).readUInt32BE(0);
  return scale > 0 ? (length / scale) * 1000 : null;
}

async function trackSize(bytes: VideoBytes, track: Box[], table: Box[]) {
  const header = track.find((box) => box.type === 'tkhd');
  if (!header) throw new BrokenVideo('no track header');
  const at = header.body + ((await bytes.read(header.body, 1))[0] === 1 ? 52 : 40);
  const matrix = await bytes.read(at, 44);
  let [width, height] = [matrix.readUInt32BE(36) / 65_536, matrix.readUInt32BE(40) / 65_536];
  const described = table.find((box) => box.type === 'stsd');
  if ((width < 2 || height < 2) && described) {
    const entry = await bytes.read(described.body + 8 + 32, 4);
    [width, height] = [entry.readUInt16BE(0), entry.readUInt16BE(2)];
  }
  const isTurned = matrix.readInt32BE(0) === 0 && matrix.readInt32BE(4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

async function samplesOf(bytes: VideoBytes, table: Box[], media: Box[]): Promise<Blank[]> {
  const contentOf = async (...types: string[]) => {
    const box = table.find((each) => types.includes(each.type));
    return box ? { type: box.type, data: await bytes.read(box.body, box.end - box.body) } : null;
  };
  const [offsets, runs, sizes] = [
    await contentOf('stco', 'co64'),
    await contentOf('stsc'),
    await contentOf('stsz'),
  ];
  if (!offsets) return [];
  if (!runs || !sizes) throw new BrokenVideo('no sample tables');
  const chunks = offsets.data.readUInt32BE(4);
  const runCount = runs.data.readUInt32BE(4);
  const oneSize = sizes.data.readUInt32BE(4);
  const samples = sizes.data.readUInt32BE(8);
  if (chunks > mostChunks || samples > mostSamples || media.length > mostMediaBoxes)
    throw new BrokenVideo('samples');

  const blanks: Blank[] = [];
  let sample = 0;
  for (let chunk = 0, run = 0; chunk < chunks && sample < samples; chunk += 1) {
    while (run + 1 < runCount && runs.data.readUInt32BE(8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    const last = Math.min(samples, sample + runs.data.readUInt32BE(8 + 12 * run + 4));
    let length = 0;
    for (; sample < last; sample += 1) length += oneSize || sizes.data.readUInt32BE(12 + 4 * sample);
    const from =
      offsets.type === 'stco'
        ? offsets.data.readUInt32BE(8 + 4 * chunk)
        : Number(offsets.data.readBigUInt64BE(8 + 8 * chunk));
    if (!media.some((box) => from >= box.body && from + length <= box.end))
      throw new BrokenVideo('samples outside the media');
    if (length > 0) blanks.push({ from, to: from + length, header: Buffer.alloc(0) });
  }
  return blanks;
}
