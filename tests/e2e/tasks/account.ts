import { codeAt } from '../../support/people/factor-codes.ts';
import { expect, pictureFile, signIn, signUp } from '../journey.ts';
import { button, link, main, type Player, type Task, toast } from './task.ts';

/** Types address and password on the sign-in page. */
export async function giveWords({ page, driver }: Player, email: string, password: string) {
  await driver.write(page.getByLabel('Email'), email);
  await driver.write(page.getByLabel('Password', { exact: true }), password);
  await driver.enter();
}

/** By the account's menu. */
async function leave({ page, driver }: Player) {
  await driver.open(page.getByRole('button', { name: /^Account of/ }));
  await driver.open(page.locator('#account-menu').getByRole('button', { name: /Log out|Sign Out/ }));
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
}

/** Chosen twice, in fields that the `label` tells apart from the old one’s. */
export async function choosePassword({ page, driver }: Player, password: string) {
  await driver.write(page.getByLabel('New password', { exact: true }), password);
  await driver.write(page.getByLabel('Confirm password', { exact: true }), password);
  await driver.enter();
}

export const account: Task[] = [
  {
    name: 'sign in at the second try, and sign out',
    sends: ['/auth', '/logout'],
    async play(player) {
      const { page, driver } = player;
      await page.goto('/');
      await driver.open(page.getByRole('link', { name: 'Sign In' }).first());
      await giveWords(player, 'free@example.com', 'not it');
      await expect(page.getByRole('alert')).toContainText('Wrong email or password. Please try again.');
      await expect(page.getByLabel('Email')).toHaveValue('free@example.com');
      await driver.write(page.getByLabel('Password', { exact: true }), 'jiujitsu');
      await driver.open(button(page, 'Sign In'));
      await expect(page).not.toHaveURL(/\/auth/);
      await leave(player);
    },
  },
  {
    name: 'end another browser’s session, change the password, end all sessions',
    sends: ['/account/security', '/account/security/end/:id', '/account/security/end-all'],
    async play(player) {
      const { page, driver, elsewhere } = player;
      const { email, password } = await signUp(page);
      const other = await elsewhere();
      await signIn(other, email, password);
      await page.goto('/account/security');
      await driver.open(button(page, /^Sign out Chrome/));
      await expect(toast(page)).toContainText('Signed out there');
      expect((await other.request.get('/api/user')).status()).toBe(401);
      await driver.write(page.getByLabel('Current password', { exact: true }), password);
      await choosePassword(player, 'spider guard 55');
      await expect(toast(page)).toContainText('Password changed');
      await signIn(other, email, 'spider guard 55');
      await driver.open(button(page, 'Sign out everywhere'));
      await expect(toast(page)).toContainText('Signed out everywhere');
      expect((await other.request.get('/api/user')).status()).toBe(401);
    },
  },
  {
    name: 'set up a second factor, sign in with it, make new recovery codes, switch it off',
    sends: [
      '/account/security/second-factor/begin',
      '/account/security/second-factor',
      '/auth',
      '/auth/code',
      '/account/security/second-factor/codes',
      '/account/security/second-factor/off',
    ],
    async play(player) {
      const { page, driver } = player;
      const { email, password } = await signUp(page);
      await page.goto('/account/security');
      await driver.open(button(page, 'Set up'));
      const key = (await page.locator('main code').textContent()) ?? '';
      /** The code of the app, now or next. The site takes either, and none twice. */
      const code = (steps = 0) => codeAt(key, new Date(Date.now() + steps * 30_000));
      const prove = async (text: string) => {
        await driver.write(page.getByLabel('Code', { exact: true }), text);
        await driver.write(page.getByLabel('Your password', { exact: true }), password);
      };
      await prove(code());
      await driver.open(button(page, 'Switch on'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your second factor is on');
      const recovery = () => page.locator('.recovery-codes li').first().textContent();
      const first = await recovery();
      await page.context().clearCookies({ name: /^(?!visit$)/ });

      await page.goto('/auth?tab=sign-in&next=/account/security/second-factor/codes');
      await giveWords(player, email, password);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
      await driver.write(page.getByLabel('Code', { exact: true }), code(1));
      await driver.open(button(page, 'Sign In'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make new recovery codes');
      await prove(first ?? '');
      await driver.open(button(page, 'Make new codes'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new recovery codes');
      const renewed = await recovery();
      await driver.open(link(page, 'I’ve saved them'));
      await driver.open(link(page, /^Switch off/));
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Switch off');
      await prove(renewed ?? '');
      await driver.open(button(page, 'Switch off'));
      await expect(toast(page)).toContainText('Your second factor is off');
    },
  },
  {
    name: 'take a copy of one’s data, and delete the account',
    sends: ['/account/data/archive', '/account/data/delete'],
    async play({ page, driver }) {
      const { username, password } = await signUp(page);
      await page.goto('/account/data');
      const [copy] = await Promise.all([
        page.waitForEvent('download'),
        driver.open(link(page, 'Download my data')),
      ]);
      expect(copy.suggestedFilename()).toBe(`summa-${username}.zip`);
      await driver.open(link(page, 'Delete my account'));
      await driver.write(page.getByLabel(`Type ${username} to confirm`), username);
      await driver.write(page.getByLabel('Your password', { exact: true }), password);
      await driver.open(page.getByRole('button', { name: 'Delete for good' }));
      await expect(toast(page)).toContainText('Your account is deleted');
    },
  },
  {
    name: 'give oneself a picture, and remove it',
    sends: ['/profile/picture', '/profile/picture/remove'],
    async play({ page, driver }) {
      await signUp(page);
      await page.goto('/profile');
      await driver.open(link(page, 'Change picture'));
      await driver.attach(page.getByLabel('New picture'), [await pictureFile('me.png', '#884422')]);
      await driver.tick(page.getByLabel('The top, or the left'));
      await driver.open(button(page, 'Save'));
      await expect(toast(page)).toContainText('Profile updated successfully');
      await driver.open(link(page, 'Change picture'));
      await expect(main(page)).toContainText('This is how others see you.');
      await driver.open(button(page, 'Remove the picture'));
      await expect(main(page)).not.toContainText('This is how others see you.');
    },
  },
];
