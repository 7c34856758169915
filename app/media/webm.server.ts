import {
  type Blank,
  BrokenVideo,
  noteBlanks,
  type Video,
  type VideoBytes,
  videoFacts,
} from './video-bytes.server.ts';

const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  void: 0xec,
  crc: 0xbf,
  docType: 0x4282,
  title: 0x7ba9,
  fileName: 0x7384,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  displayWidth: 0x54b0,
  displayHeight: 0x54ba,
  displayUnit: 0x54b2,
} as const;

/** What may stay in a segment. Tags (places, names) and attachments (any file) may not. */
const keptParts: readonly number[] = [
  ids.seekHead,
  ids.info,
  ids.tracks,
  ids.cluster,
  ids.cues,
  ids.chapters,
];
const blankedInfo: readonly number[] = [ids.title, ids.fileName, ids.crc];
/** A cluster of unknown length ends at the next element of the segment. */
const parts: readonly number[] = [...keptParts, ids.tags, ids.attachments];
const keptTracks = { video: 1, sound: 2, subtitle: 17 };
const mostElements = 1_000_000;

interface Element {
  id: number;
  start: number;
  body: number;
  /** -1 when unknown, as in a recording streamed by a browser. */
  end: number;
}

/** Names the parts of WebM that must not be served. @throws BrokenVideo */
export async function readWebm(bytes: VideoBytes): Promise<Video> {
  const blanks: Blank[] = [];
  let count = 0;

  async function* elements(from: number, to: number): AsyncGenerator<Element> {
    for (let at = from; at < to; ) {
      count += 1;
      if (count > mostElements) throw new BrokenVideo('elements');
      const element = await elementAt(bytes, at, to);
      yield element;
      at = element.end === -1 ? await endOfUnknown(element, to) : element.end;
    }
  }

  async function endOfUnknown({ id, body }: Element, to: number): Promise<number> {
    if (id !== ids.cluster) throw new BrokenVideo('unknown length');
    for await (const inner of elements(body, to)) if (parts.includes(inner.id)) return inner.start;
    return to;
  }

  async function childrenOf({ body, end }: Element) {
    const found: Element[] = [];
    for await (const child of elements(body, end)) found.push(child);
    return found;
  }
  const numberIn = async (parent: Element[], id: number) => {
    const element = parent.find((child) => child.id === id);
    return element
      ? numberFrom(await bytes.read(element.body, element.end - element.body), id === ids.duration)
      : null;
  };

  const head = await elementAt(bytes, 0, bytes.size);
  if (head.id !== ids.ebml) throw new BrokenVideo('no head');
  const docType = (await childrenOf(head)).find((child) => child.id === ids.docType);
  const isWebm = docType && (await bytes.read(docType.body, docType.end - docType.body)).toString('latin1');
  if (isWebm?.replaceAll('\0', '') !== 'webm') throw new BrokenVideo('not webm');

  const segment = await elementAt(bytes, head.end, bytes.size);
  if (segment.id !== ids.segment) throw new BrokenVideo('no segment');
  const segmentEnd = segment.end === -1 ? bytes.size : segment.end;
  if (segmentEnd < bytes.size) blanks.push(blankElement({ start: segmentEnd, end: bytes.size }));

  let seconds: number | null = null;
  let size: { width: number; height: number } | null = null;
  for await (const part of elements(segment.body, segmentEnd)) {
    if (part.id === ids.info) {
      const info = await childrenOf(part);
      seconds ??= await lengthIn(info);
      noteBlanks(blanks, info.filter(({ id }) => blankedInfo.includes(id)).map(blankElement));
    } else if (part.id === ids.tracks) size ??= await sizeIn(await childrenOf(part));
    else if (!keptParts.includes(part.id) && part.id !== ids.crc) noteBlanks(blanks, [blankElement(part)]);
  }
  if (!size) throw new BrokenVideo('no picture track');
  return { facts: videoFacts(size.width, size.height, seconds === null ? null : seconds * 1000), blanks };

  async function lengthIn(info: Element[]) {
    const length = await numberIn(info, ids.duration);
    const nanoseconds = (await numberIn(info, ids.timecodeScale)) ?? 1_000_000;
    return length === null ? null : (length * nanoseconds) / 1e9;
  }

  async function sizeIn(tracks: Element[]) {
    let found: { width: number; height: number } | null = null;
    for (const track of tracks.filter((child) => child.id === ids.track)) {
      const about = await childrenOf(track);
      const type = await numberIn(about, ids.trackType);
      if (!Object.values<number | null>(keptTracks).includes(type)) throw new BrokenVideo('data track');
      const video = about.find((child) => child.id === ids.video);
      if (type !== keptTracks.video || !video || found) continue;
      const shape = await childrenOf(video);
      const isPixels = ((await numberIn(shape, ids.displayUnit)) ?? 0) === 0;
      const display = isPixels ? await numberIn(shape, ids.displayWidth) : null;
      found = {
        width: display ?? (await numberIn(shape, ids.pixelWidth)) ?? 0,
        height:
          (display && (await numberIn(shape, ids.displayHeight))) ??
          (await numberIn(shape, ids.pixelHeight)) ??
          0,
      };
    }
    return found;
  }
}

async function elementAt(bytes: VideoBytes, at: number, to: number): Promise<Element> {
  const head = await bytes.read(at, Math.min(12, to - at));
  const idLength = leadingZeros(head[0]) + 1;
  const sizeLength = leadingZeros(head[idLength]) + 1;
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > head.length) throw new BrokenVideo('element');
  const size = bigFrom(head.subarray(idLength, idLength + sizeLength)) - (1n << BigInt(7 * sizeLength));
  const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n;
  const body = at + idLength + sizeLength;
  if (!isUnknown && size > BigInt(to - body)) throw new BrokenVideo('cut off');
  return {
    id: Number(bigFrom(head.subarray(0, idLength))),
    start: at,
    body,
    end: isUnknown ? -1 : body + Number(size),
  };
}

const leadingZeros = (byte: number | undefined) => (byte === undefined ? 8 : Math.clz32(byte) - 24);

const bigFrom = (bytes: Buffer) => (bytes.length > 0 ? BigInt(`0x${bytes.toString('hex')}`) : 0n);

function numberFrom(bytes: Buffer, isFloat: boolean): number {
  if (bytes.length > 8) throw new BrokenVideo('value');
  if (!isFloat) return Number(bigFrom(bytes));
  return bytes.length === 4 ? bytes.readFloatBE(0) : bytes.readDoubleBE(0);
}

/** A Void of the element's length: one byte of id, up to eight of length. */
function blankElement({ start, end }: { start: number; end: number }): Blank {
  const total = end - start;
  const sizeLength = Math.min(8, total - 1);
  if (sizeLength < 1) throw new BrokenVideo('blank');
  const header = Buffer.alloc(1 + sizeLength);
  header[0] = ids.void;
  const size = BigInt(total - header.length) + (1n << BigInt(7 * sizeLength));
  Buffer.from(size.toString(16).padStart(2 * sizeLength, '0'), 'hex').copy(header, 1);
  return { from: start, to: end, header };
}
