import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../app/scope.ts';
import { form, type Part, picture } from '../support/media/upload-form.ts';
import { tagOf, wholeSite } from '../support/site/site-harness.ts';
import { row } from '../support/sql.ts';
import { testWorld } from '../support/world.ts';

const world = testWorld();
const open = wholeSite(world);

let member: Viewer;
let good: Blob;
beforeAll(async () => {
  member = await world.person({ plan: 'vip' });
  good = await picture();
});

const onPhone = { 'sec-ch-ua-mobile': '?1' };
const megabytes10 = 10 * 1024 ** 2;
const text = new Blob(['hello']);

async function sized(bytes: number): Promise<Blob> {
  const filled = new Uint8Array(bytes);
  filled.set(new Uint8Array(await good.arrayBuffer()));
  return new Blob([filled]);
}

/** Sends a form with the given fields over sound ones; a field that is null is left out. */
async function send(path: string, change: Record<string, string | null>, files: Part[], headers = {}) {
  const fields = { title: 'Knee cut', category: 'training', ...change };
  const given = Object.entries(fields).flatMap(([name, value]): Part[] =>
    value === null ? [] : [[name, value]],
  );
  return open(member, path, { ...form([...given, ...files]), headers });
}

const last = () => row<Record<string, unknown>>(world.em())`select * from content order by id desc limit 1`;
const optionsOf = (html: string, name: string) => {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(html)?.[1] ?? '';
  return [...select.matchAll(/<option value="([^"]*)"( selected="")?/g)].map(
    ([, value, chosen]) => `${value}${chosen ? '*' : ''}`,
  );
};

describe('the desktop form for one image', () => {
  const image: Part[] = [];
  beforeAll(() => image.push(['image', good, 'a.png']));
  const sent = (change: Record<string, string | null>, files = image) =>
    send('/studio/upload', change, files);

  test('[E2.94] [E5.11] [E5.12] [E5.13] has its fields, choices and defaults', async () => {
    const { html } = await open(member, '/studio/upload');
    expect(/<input[^>]*type="file"[^>]*>/.exec(html)?.[0]).toMatch(
      /accept="image\/jpeg,image\/png,image\/webp".*name="image"/,
    );
    expect(/<input[^>]*name="title"[^>]*>/.exec(html)?.[0]).not.toMatch(/ value="[^"]/);
    expect(html).toMatch(/<textarea[^>]*name="description"[^>]*><\/textarea>/);
    expect(optionsOf(html, 'category')).toEqual(['', 'training*', 'competition', 'recovery', 'equipment']);
    expect(optionsOf(html, 'tier')).toEqual(['free*', 'premium', 'vip']);
  });

  test('[E5.13] [E5.10] without a choice it is training and free, and needs no description', async () => {
    expect((await sent({ category: null })).status).toBe(303);
    expect(await last()).toMatchObject({ category: 'training', tier: 'free', description: null });
  });

  test('[E5.12] [E3.8] [E9.24] subscriptionTier is one of three', async () => {
    for (const tier of ['free', 'premium', 'vip']) {
      expect((await sent({ subscriptionTier: tier })).status).toBe(303);
      expect(await last()).toMatchObject({ tier });
    }
    expect((await sent({ subscriptionTier: 'gold' })).status).toBe(422);
  });

  test('[E5.8] [E5.9] [E9.7] a title is required, of 100 characters at most', async () => {
    for (const [title, words] of [
      ['', 'Title is required'],
      ['   ', 'Title is required'],
      ['x'.repeat(101), 'Title must be less than 100 characters'],
    ] as const) {
      const answer = await sent({ title });
      expect([answer.status, answer.text.includes(words)]).toEqual([422, true]);
    }
    expect((await sent({ title: 'x'.repeat(100) })).status).toBe(303);
  });

  test('[E5.10] [E9.7] a description has 500 characters at most', async () => {
    const answer = await sent({ description: 'x'.repeat(501) });
    expect(answer.text).toContain('Description must be less than 500 characters');
    expect((await sent({ description: 'x'.repeat(500) })).status).toBe(303);
  });

  test('[C5.1] [C8.4] [E5.14] a text file is refused as an image', async () => {
    expect((await sent({}, [['image', text, 'a.txt']])).text).toContain(
      'Invalid File: Please select an image file',
    );
  });

  test('[C5.3] [E5.16] an empty selection is refused as a file', async () => {
    expect((await sent({}, [])).text).toContain('No File Selected: Please select an image to upload');
  });

  test('[C5.2] [C9.1] [E5.15] [E9.8] 10MB pass, one byte more does not', async () => {
    expect((await sent({}, [['image', await sized(megabytes10), 'a.png']])).status).toBe(303);
    const large = await sent({}, [['image', await sized(megabytes10 + 1), 'a.png']]);
    expect(large.text).toContain('File Too Large: Please select a file smaller than 10MB');
  });
});

describe('the technique form', () => {
  const files: Part[] = [];
  beforeAll(() => files.push(['files', good, 'a.png']));
  const sent = (change: Record<string, string | null>, given = files) => send('/upload', change, given);

  test('[C2.21] [C5.9] [E2.95] [E2.96] takes several files, and says how large they may be', async () => {
    const page = await open(member, '/upload');
    expect(/<input[^>]*name="files"[^>]*>/.exec(page.html)?.[0]).toMatch(
      /(?=.*multiple="")(?=.*accept="image\/\*,video\/\*")/,
    );
    expect(page.text).toContain('video (MP4, WebM, MOV, AVI) max 100MB per file');
  });

  test('[C9.11] [E5.21] [E9.23] offers six categories', async () => {
    const { html } = await open(member, '/upload');
    expect(optionsOf(html, 'category').slice(1)).toEqual([
      'training',
      'competition',
      'recovery',
      'equipment',
      'technique',
      'lifestyle',
    ]);
  });

  test('[E2.100] [E5.22] asks for details, of ten types of techniques', async () => {
    const { html } = await open(member, '/upload');
    expect(html).toContain('<h2>Content Details</h2>');
    expect(optionsOf(html, 'techniqueType').filter((each) => !/^\*?$/.test(each))).toEqual([
      'guard',
      'sweep',
      'submission',
      'takedown',
      'escape',
      'pass',
      'position',
      'defense',
      'counter',
      'combination',
    ]);
  });

  test('[C3.9] [C3.11] [E5.23] [E5.24] is for beginners and white belts by default', async () => {
    const { html } = await open(member, '/upload');
    expect(optionsOf(html, 'difficultyLevel')).toEqual(['beginner*', 'intermediate', 'advanced', 'expert']);
    expect(optionsOf(html, 'beltLevelRequired')).toEqual(['white*', 'blue', 'purple', 'brown', 'black']);
  });

  test('[E3.9] [E5.23] [E5.24] [E5.25] missing choices get their defaults; tags are split at commas', async () => {
    expect((await sent({ tags: 'Armbar, juji gatame ,guard' })).status).toBe(303);
    expect(await last()).toMatchObject({
      difficulty_level: 'beginner',
      belt_level_required: 'white',
      tier: 'free',
      is_for_sale: false,
      tags: ['armbar', 'juji gatame', 'guard'],
    });
  });

  test('[C5.5] [E4.18] [E5.17] a missing file is reported', async () => {
    expect((await sent({}, [])).text).toContain(
      'No Files Selected: Please select at least one image or video of your technique.',
    );
  });

  test('[C5.6] [E5.18] a blank title is reported', async () => {
    expect((await sent({ title: '   ' })).text).toContain(
      'Missing Title: Please provide a title for your technique.',
    );
  });

  test('[C5.11] [C9.6] [E5.26] [E9.5] a price is dollars and cents, from 0.99', async () => {
    for (const price of ['0.98', '0', '-1', '4.999', 'five']) {
      expect([price, (await sent({ price, isForSale: 'true' })).status]).toEqual([price, 422]);
    }
    expect((await sent({ price: '0.98', isForSale: 'true' })).text).toContain('at least $0.99');
    for (const [price, cents] of [
      ['0.99', 99],
      ['1.00', 100],
      ['4.98', 498],
    ] as const) {
      expect((await sent({ price, isForSale: 'true' })).status).toBe(303);
      expect(await last()).toMatchObject({ price_cents: cents, is_for_sale: true });
    }
  });
});

describe('the phone’s upload screen', () => {
  const sent = (change: Record<string, string | null>, files: Part[]) =>
    send('/upload', change, files, onPhone);

  test('[E2.12] [E2.97] [E2.98] [E2.101] has its own heading there, beside the desktop’s words', async () => {
    const { html, text } = await open(member, '/upload');
    expect(html).toContain(
      '<h1><span class="wide-only">Share a technique</span> <span class="phone-only">Upload Content</span></h1>',
    );
    expect(text).toContain('Share your martial arts journey with the community');
    const camera = /<input[^>]*name="images"[^>]*>/.exec(html)?.[0];
    expect(camera).toMatch(/(?=.*capture="environment")(?=.*accept="image\/\*")/);
    expect(text).toContain('Take Photo');
    for (const [id, words] of [
      ['field-files', 'Choose Files'],
      ['field-camera', 'Take Photo'],
    ]) {
      expect(html).toMatch(new RegExp(`<label class="button" for="${id}"><svg.*?</svg>${words}</label>`));
    }
    expect(tagOf(html, 'Share Technique', 'button')).toContain('data-pending="Uploading..."');
  });

  test('[C8.17] [C8.18] [E5.27] [E5.28] has its own words for missing fields', async () => {
    const nothing = await sent({}, []);
    expect(nothing.status).toBe(422);
    expect(nothing.text).toContain('No files selected: Please select at least one image to upload');
    for (const change of [{ title: '' }, { title: '  ' }, { category: '' }] as Record<string, string>[]) {
      const answer = await sent(change, [['files', good, 'a.png']]);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Missing information: Please fill in title and category');
      expect(answer.text).not.toContain('Missing Title');
    }
  });

  const bad = async (): Promise<Part[]> => [
    ['images', text, 'notes.txt'],
    ['images', await sized(megabytes10 + 1), 'big.png'],
  ];

  test('[C8.19] [C8.20] [E5.29] [E5.30] has its own words for bad files', async () => {
    const answer = await sent({}, await bad());
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Invalid file type: Please select image files only (notes.txt');
    expect(answer.text).toContain('File too large: Please select files smaller than 10MB (big.png');
  });

  test('[E5.31] [E9.8] leaves out bad files, and takes 10MB', async () => {
    const answer = await sent({ title: 'In one press' }, [['images', good, 'good.png'], ...(await bad())]);
    expect([answer.status, answer.to]).toEqual([303, '/']);
    expect(answer.says).toContain(
      'Technique Shared! Published without notes.txt, big.png: Invalid file type',
    );
    expect(answer.says).toContain('File too large: Please select files smaller than 10MB (big.png');
    expect(await last()).toMatchObject({ title: 'In one press', content_type: 'image' });
    expect((await sent({}, [['images', await sized(megabytes10), 'a.png']])).status).toBe(303);
  });

  test('[C9.11] [E5.33] [E5.34] values are lowercase, and the item is free and not for sale', async () => {
    const { html } = await open(member, '/upload');
    for (const value of optionsOf(html, 'category')) expect(value).toBe(value.toLowerCase());
    await sent({ category: 'Lifestyle' }, [['images', good, 'a.png']]);
    expect(await last()).toMatchObject({ category: 'lifestyle', tier: 'free', is_for_sale: false });
  });

  test('[C8.28] [C8.30] [E2.102] [E4.17] then leads home with a message, and the form is empty', async () => {
    const answer = await sent({ title: 'By phone', category: 'Lifestyle' }, [['images', good, 'a.png']]);
    expect([answer.status, answer.to]).toEqual([303, '/']);
    expect(answer.says).toBe('Upload Successful: Technique Shared!');
    expect((await open(member, '/dashboard')).text).toContain('By phone');
    expect((await open(member, '/upload')).html).not.toContain('By phone');
  });
});
