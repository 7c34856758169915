import { expect, test } from 'vitest';
import { choices, control, rendered } from '../../../../tests/support/browser/rendered.tsx';
import { form, type Part, picture } from '../../../../tests/support/media/upload-form.ts';
import { redirectOf } from '../../../../tests/support/site/redirect-of.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import * as edit from './edit.page.tsx';
import * as singleImage from './single-image.page.tsx';
import * as upload from './upload.page.tsx';

const world = testWorld();

test('[C5.10] [C5.11] [C9.6] the price is a number field with cents, from 0.99, on both forms that sell', async () => {
  const viewer = await world.person({ plan: 'vip' });
  const id = await world.item({ creator: viewer.id, priceCents: 1250 });
  const asked = { params: { id: String(id) } };
  const pages = [
    await rendered(world, upload, viewer, '/upload'),
    await rendered(world, edit, viewer, `/content/${id}/edit`, asked),
  ];
  for (const { html } of pages) {
    for (const fact of ['type="number"', 'step="0.01"', 'min="0.99"']) {
      expect(control(html, 'price')).toContain(fact);
    }
  }
  expect(control(pages[1]?.html ?? '', 'price')).toContain('value="12.50"');
});

test('[C5.4] [C9.12] [C3.1] the form for one image lists what it takes: JPG, PNG, WebP, and the first four categories', async () => {
  const { html, text } = await rendered(world, singleImage, await world.person(), '/studio/upload');
  expect(text).toContain('JPG, PNG or WebP, up to 10MB.');
  expect(control(html, 'image')).toContain('accept="image/jpeg,image/png,image/webp"');
  expect(choices(html, 'category').map(([value]) => value)).toEqual([
    ...['', 'training', 'competition', 'recovery', 'equipment'],
  ]);
  expect(choices(html, 'tier').map(([value]) => value)).toEqual(['free', 'premium', 'vip']);
});

test('[C4.15] [C8.24] [C8.28] [C8.30] an upload is confirmed, and the form is empty again', async () => {
  const viewer = await world.person();
  const words: Part[] = [
    ['title', 'Collar drag'],
    ['category', 'training'],
  ];
  const sent = async (page: typeof upload | typeof singleImage, field: string) =>
    redirectOf(
      await world.send(page.action, viewer, '/x', {}, form([...words, [field, await picture(), 'a.png']])),
    );
  const single = await sent(singleImage, 'image');
  expect(single).toEqual({
    status: 303,
    to: '/studio/upload',
    says: 'Success: Content uploaded successfully!',
  });
  const technique = await sent(upload, 'files');
  expect(technique).toEqual({ status: 303, to: '/', says: 'Upload Successful: Technique Shared!' });
  for (const [page, path] of [
    [singleImage, '/studio/upload'],
    [upload, '/upload'],
  ] as const) {
    const { html } = await rendered(world, page, viewer, path);
    expect(control(html, 'title')).not.toContain(' value="Collar');
    expect(html).not.toContain('name="kept"');
  }
});

test('a price without its tick is kept, and a creator who forgot the tick reads so', async () => {
  const viewer = await world.person({ plan: 'vip' });
  const share = async (more: Part[]) => {
    const words: Part[] = [
      ['title', 'Collar drag'],
      ['category', 'training'],
    ];
    const init = form([...words, ...more, ['files', await picture(), 'a.png']]);
    return (await redirectOf(await world.send(upload.action, viewer, '/upload', {}, init))).says;
  };
  const expected =
    'Upload Successful: Technique Shared! It is not for sale: ‘Sell this item’ was not ticked.';
  expect(await share([['price', '4.99']])).toBe(expected);
  expect(await share([['price', '']])).toBe('Upload Successful: Technique Shared!');
  const sale: Part[] = [
    ['price', '4.99'],
    ['isForSale', 'true'],
  ];
  expect(await share(sale)).toBe('Upload Successful: Technique Shared!');
});

test('[C8.4] [C8.7] [C8.8] an upload that fails says so above its message; a signed-out member is asked to log in', async () => {
  const viewer = await world.person();
  for (const [page, path, message] of [
    [singleImage, '/studio/upload', 'No File Selected: Please select an image to upload'],
    [upload, '/upload', 'No Files Selected: Please select at least one image or video of your technique.'],
  ] as const) {
    const init = form([['title', 'Collar drag']]);
    const { status, html } = await rendered(world, page, viewer, path, { init });
    expect(status).toBe(422);
    const summary = /<div class="error-summary".*?<\/div>/s.exec(html)?.[0];
    expect(summary).toContain('<h2>Upload Failed</h2>');
    expect(summary).toContain(message);

    const from = { referer: `http://localhost:3000${path}` };
    const visit = async (headers = {}) =>
      redirectOf(
        await world.send(page.action, null, path, {}, { ...init, headers: { ...from, ...headers } }),
      );
    const to = `/auth?tab=sign-in&next=${encodeURIComponent(path)}`;
    const share = 'Authentication Required: Please log in to share your techniques.';
    expect(await visit()).toEqual({ status: 303, to, says: share });
    expect((await visit({ 'sec-ch-ua-mobile': '?1' })).says).toContain('Please log in to upload content.');
  }
});
