import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pictureFile, publish, signUp } from '../e2e/journey.ts';
import { called, sell, seller } from '../e2e/tasks/by-call.ts';
import { unique } from '../e2e/tasks/task.ts';
import { expect, test } from './engine.ts';
import type { Tab } from './tab.ts';
import { button, link, part } from './target.ts';

interface Item {
  id: number;
  title: string;
  videoUrl: string | null;
}

const videoFile = resolve('app/demo/clips/bridge-and-roll.webm');

/** Begins to play the first video of the page, without its sound, and waits until it moves. */
async function play(tab: Tab) {
  const begin = () => {
    const video = document.querySelector<HTMLVideoElement>('main video');
    if (!video) return false;
    video.muted = true;
    video.loop = true;
    void video.play();
    return true;
  };
  await tab.until(async () => (await tab.evaluate(begin)) || 'no video');
  await tab.until(async () => {
    const at = await tab.evaluate(
      () => document.querySelector<HTMLVideoElement>('main video')?.currentTime ?? 0,
    );
    return at > 0.2 || `at ${at} s`;
  });
}

test('a visitor searches, opens a technique and plays its video', async ({ tab, request }) => {
  const free = await called<Item[]>({ request }, 'GET', '/api/content?tier=free&search=choke');
  const { id, title } = free.find(({ videoUrl }) => videoUrl) ?? { id: 0, title: 'a video' };
  await tab.goto('/discover');
  await tab.send(part('main input[type=search]'), title);
  await tab.reaches(/^\/discover\?search=/);
  await tab.click(link(title));
  await tab.reaches(new RegExp(`^/content/${id}$`));
  await tab.shows('h1', new RegExp(title));
  await play(tab);
});

test('somebody new signs up', async ({ tab }) => {
  const name = `engine_${unique()}`;
  await tab.goto('/auth?tab=sign-up');
  await tab.fill('First name', 'Nova');
  await tab.fill('Last name', 'Silva');
  await tab.fill('Username', name);
  await tab.fill('Email', `${name}@example.com`);
  await tab.fill('Password', 'open guard 22');
  await tab.fill('Confirm password', 'open guard 22');
  await tab.click(button('Sign Up'));
  await tab.until(async () => !(await tab.path()).startsWith('/auth') || 'still signing up');
  await tab.goto('/profile');
  await tab.shows('main', new RegExp(name));
});

test('a member likes without leaving the page, and rates', async ({ tab, request, enter }) => {
  const author = await signUp({ request });
  const item = await publish({ request }, `Liked by ${author.username}`);
  await signUp({ request });
  await enter();
  await tab.goto(item);
  await tab.evaluate(() => {
    document.body.dataset.stayed = 'yes';
  });
  await tab.click(button(/likes: like/));
  await tab.shows('#toast', /Liked!/);
  const pressed = await tab.evaluate(
    () => document.querySelector('form[data-toggle=liked] button')?.ariaPressed ?? '',
  );
  expect(pressed).toBe('true');
  expect(await tab.evaluate(() => document.body.dataset.stayed), 'without a reload').toBe('yes');

  await tab.click(link('Rate This Content'));
  await tab.click(part('input[type=radio][value="4"]'));
  await tab.fill(/^Review/, 'Clear from the first grip on.');
  await tab.click(button('Submit rating'));
  await tab.shows('#toast', /Your rating has been saved\./);
});

test('a member subscribes, and buys one technique', async ({ tab, request, enter }) => {
  await seller({ request });
  const item = await sell({ request }, `Bought ${unique()}`);
  await signUp({ request });
  await enter();
  await tab.goto('/subscriptions');
  await tab.click(link(/^Subscribe to VIP/));
  await tab.click(button(/^Pays/));
  await tab.click(button(/^Pay \$/));
  await tab.shows('#toast', /Payment Successful/);

  await signUp({ request });
  await enter();
  await tab.goto(`/content/${item}`);
  await tab.click(link(/^Buy/));
  await tab.reaches(/^\/checkout/);
  await tab.click(button(/^Pays/));
  await tab.click(button(/^Pay \$/));
  await tab.shows('#toast', /Purchase Successful/);
});

test('a creator publishes a picture and a video', async ({ tab, request, enter }, info) => {
  await signUp({ request });
  await enter();
  const picture = info.outputPath('grip.png');
  writeFileSync(picture, (await pictureFile('grip.png')).buffer);
  for (const [kind, file] of [
    ['picture', picture],
    ['video', videoFile],
  ] as const) {
    const title = `A ${kind} ${unique()}`;
    await tab.goto('/upload');
    await tab.upload(/Choose Files/, [file]);
    await tab.fill('Title', title);
    await tab.select('Category', 'Technique');
    await tab.click(button(/Share Technique|Upload Content/));
    await tab.shows('#toast', /Technique Shared!|Upload Successful/);
    await tab.goto('/studio/content');
    await tab.click(link(title));
    await tab.shows('h1', new RegExp(title));
    if (kind === 'picture') continue;
    await tab.until(async () => {
      const isReady = await tab.evaluate(() => Boolean(document.querySelector('main video')));
      if (!isReady) await tab.goto(await tab.path());
      return isReady || 'the video is not prepared';
    });
    await play(tab);
  }
});

test('an admin decides a report, and edits a featured card', async ({ tab, request, enter }) => {
  await signUp({ request });
  const title = `Reported ${unique()}`;
  const content = Number((await publish({ request }, title)).split('/').pop());
  await signUp({ request });
  await called({ request }, 'POST', '/api/reports', { content, reason: 'dangerous' });
  await enter('admin@example.com');
  await tab.goto('/admin/reports');
  await tab.until(async () => {
    if ((await tab.text('main')).includes(title)) return true;
    await tab.click(link(/^Next|^Later/));
    return 'not on this page of the queue';
  });
  await tab.click(link(title));
  await tab.click(part('input[type=radio][value="dismissed"]'));
  await tab.click(button('Decide'));
  await tab.shows('#toast', /Dismissed\./);

  const card = `Featured ${unique()}`;
  const data = { title: card, creator: 'Lena Berg' };
  const { id } = await called<Item>({ request }, 'POST', '/api/admin/featured-content', data);
  await tab.goto(`/admin/featured/${id}/edit`);
  await tab.fill('Title', `${card}, anew`);
  await tab.select('Tier', 'VIP');
  await tab.click(button('Save'));
  await tab.shows('#toast', /Featured content updated successfully/);
  await tab.shows('main', new RegExp(`${card}, anew`));
  await called({ request }, 'DELETE', `/api/admin/featured-content/${id}`);
});
