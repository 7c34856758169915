import { mutationsOf } from './mutation.ts';

const chunks = ['app/features/core/uploads/chunks.test.ts'];
const chunksRefused = ['app/features/core/uploads/chunks-refused.test.ts'];
const sniff = ['app/media/sniff.test.ts'];
const images = ['app/media/images.test.ts'];

/** What is taken in, how much of it, and by whom. */
export const uploading = [
  ...mutationsOf('app/media/sniff.server.ts', sniff, [
    [`return text.endsWith('AVI ') ? 'video' : null;`, `return 'video';`],
    [`if (text.endsWith('WEBP')) return 'image';`, `return 'image';`],
    [`|| text.startsWith('\\x89PNG\\r\\n')`, ``],
    [`if (!known) throw unreadable(name);`, `if (!found) throw unreadable(name);`, images],
    [`if (bytes === 0) throw empty(name);\n`, ``, images],
  ]),
  ...mutationsOf('app/media/make.server.ts', sniff, [
    [
      `head.length >= headLength && kindOfHead(head) === 'video' ? 'video' : 'image'`,
      `kindOfHead(head) === 'image' ? 'image' : 'video'`,
    ],
    [`if (file.bytes > byteLimit(kind)) throw tooLarge(file, byteLimit(kind));\n`, ``, images],
    [`if ((await sniff(file)).kind === 'video') throw notAPicture(file.name);\n`, ``, images],
    [`await store.remove(facts.key).catch(() => {});\n`, ``, images],
  ]),
  ...mutationsOf('app/media/bad-file.ts', images, [
    [`export const maxPixels = 50_000_000;`, `export const maxPixels = 60_000_000;`],
    [
      `kind === 'video' ? contentLimits.videoBytes : contentLimits.imageBytes`,
      `contentLimits.videoBytes`,
      sniff,
    ],
  ]),
  ...mutationsOf('app/media/images.server.ts', images, [
    [`failOn: 'error'`, `failOn: 'none'`],
    [`autoOrient: true`, `autoOrient: false`],
  ]),
  ...mutationsOf(
    'app/features/core/media/storage-quota.server.ts',
    ['app/features/core/media/storage-quota.test.ts'],
    [
      [`if (used + bytes > quotaBytes) throw quotaExceeded`, `if (used > quotaBytes) throw quotaExceeded`],
      [
        `if (used + bytes - formBytes > quotaBytes) throw quotaExceeded`,
        `if (used - formBytes > quotaBytes) throw quotaExceeded`,
      ],
      [`.where('status', '<>', 'removed')`, ``],
      [`bavail * bsize >= bytes + reserveBytes`, `bavail * bsize >= bytes - reserveBytes`],
    ],
  ),
  ...mutationsOf('app/features/core/uploads/chunks.server.ts', chunksRefused, [
    [`(bytes === 0 && empty(name)) ||\n`, ``],
    [`(!kind && unreadable(name)) ||\n`, ``],
    [`(kind && bytes > byteLimit(kind) && tooLarge`, `(kind && bytes < 0 && tooLarge`],
    [`(onlyPictures && kind !== 'image' && notAPicture(name)) ||\n`, ``],
    [`many < mostUnfinished)`, `many < mostUnfinished * 9)`],
  ]),
  ...mutationsOf('app/features/core/uploads/chunks.server.ts', chunks, [
    [
      `.where('owner_id', '=', viewer.id)\n    .executeTakeFirst();\n  if (!found) throw`,
      `.executeTakeFirst();\n  if (!found) throw`,
    ],
    [`.where('owner_id', '=', viewer.id)\n    .returning(`, `.returning(`],
    [`await lockMembers(inside, [viewer.id]);\n`, ``],
    [`await discardPendingMedia(scope, [kept.key]);\n`, ``],
    [`.where('writer', '=', lease.writer)\n`, ``],
    [`= await takeLease(scope, id, upload.bytes);`, `= await takeLease(scope, id, upload.offset);`],
  ]),
  ...mutationsOf('app/features/core/uploads/writing-lease.server.ts', chunks, [
    [
      `.where((eb) => eb.or([eb('writer_until', 'is', null), eb('writer_until', '<=', timestamptz(now()))]))`,
      ``,
    ],
  ]),
  ...mutationsOf(
    'app/http/uploads/parts.server.ts',
    ['app/http/uploads/multipart.test.ts'],
    [
      [`file.tooLarge = file.bytes > file.limitBytes;`, `file.tooLarge = false;`],
      // `else` follows.
      [
        `if (file.bytes <= file.limitBytes) yield chunk;`,
        `yield chunk;\n      if (file.bytes <= file.limitBytes) continue;`,
      ],
      [`if (valueTruncated) return fail(tooMuch('One of the texts is too long.'));\n`, ``],
      [`files.filter((file) => file.isNamed).length >= limits.files`, `files.length > limits.files * 9`],
    ],
  ),
  ...mutationsOf(
    'app/http/uploads/body.server.ts',
    ['app/http/uploads/body.test.ts'],
    [
      [`if (announced > limit) throw`, `if (announced < 0) throw`],
      [`if (size > limit) throw`, `if (size < 0) throw`],
      [`if (depth > 20) throw`, `if (depth > 20_000) throw`],
      [`if (value.includes('\\0')) throw`, `if (value === '\\0') throw`],
    ],
  ),
];
