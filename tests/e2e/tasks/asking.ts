import type { Page } from '@playwright/test';
import { expect, pictureFile, publish, signIn, signUp } from '../journey.ts';
import { called } from './by-call.ts';
import { button, link, main, type Task, toast, unique } from './task.ts';

/** Somebody new who makes techniques on request. */
async function creatorWithOffer(page: Page) {
  const { username } = await signUp(page);
  await publish(page, 'Open guard');
  await called(page, 'PUT', '/api/requests/offer', { price: '25.01', days: 9, atOnce: 1, isOpen: true });
  return username;
}

export const asking: Task[] = [
  {
    name: 'ask for a technique, pay for it, say that all is well',
    async play({ page, hands, elsewhere }) {
      const creator = await elsewhere();
      const username = await creatorWithOffer(creator);
      await signIn(page, 'vip@example.com');
      await page.goto(`/creators/${username}`);
      await hands.open(link(page, /^Ask /));
      await hands.write(page.getByLabel('What is it about?'), `Flattened ${unique()}`);
      const wish = 'Where does my elbow go when they flatten me out?';
      await hands.write(page.getByLabel('What should it show?'), wish);
      await hands.open(button(page, /^Ask /));
      const state = main(page).locator('.callout').first();
      await expect(state).toContainText('Asked');
      const request = new URL(page.url()).pathname;

      const step = (act: string) =>
        called<{ contentId: number }>(creator, 'POST', `/api${request}/${act}`, {});
      const { contentId } = await step('accept');
      await page.goto(request);
      await hands.open(link(page, 'Pay now'));
      await hands.open(button(page, /^Pay \$/));
      await hands.open(button(page, /^Pay \$/));
      await expect(toast(page)).toContainText('The work begins now.');

      const multipart = { files: await pictureFile('elbow.png') };
      await creator.request.post(`/content/${contentId}/edit/media`, { multipart });
      await step('deliver');
      await page.goto(request);
      await hands.open(link(page, 'All is well'));
      await hands.write(page.getByLabel(/^To /), 'Just what I needed.');
      await hands.open(page.getByRole('button', { name: 'Yes, all is well' }));
      await expect(state).toContainText('Done');
    },
  },
];
