import { expect, publish, signIn, signUp } from '../journey.ts';
import { addFactor } from './by-call.ts';
import { button, link, main, type Player, type Task, toast, unique } from './task.ts';

/** Finds the one person of this address in a list of admins. */
async function find({ page, driver }: Player, list: '/admin/creators' | '/admin/users', email: string) {
  await page.goto(list);
  await driver.write(main(page).getByRole('searchbox'), email);
  await driver.enter();
  await page.waitForURL(/search=/);
  await expect(main(page)).toContainText(email);
}

export const adminPeople: Task[] = [
  {
    name: 'as an admin: find a creator, edit and verify them, delete an item of theirs',
    sends: ['/admin/creators/:id/edit', '/admin/creators/:id/verify', '/admin/content/:id/delete'],
    async play(player) {
      const { page, driver } = player;
      const { email } = await signUp(page);
      const title = `Knee cut ${unique()}`;
      await publish(page, title);
      await signIn(page, 'admin@example.com');
      await find(player, '/admin/creators', email);
      await driver.open(link(page, /^Edit/));
      await driver.write(page.getByLabel('Belt Level'), 'Blue Belt');
      await driver.write(page.getByLabel('Bio'), 'Typed by an admin');
      await driver.open(button(page, 'Save Changes'));
      await expect(toast(page)).toContainText('Creator updated successfully');
      await driver.open(button(page, 'Mark as verified'));
      await expect(toast(page)).toContainText('Marked as verified');
      await driver.open(button(page, 'Remove the verified badge'));
      await expect(button(page, 'Mark as verified')).toBeVisible();
      await driver.open(link(page, `Delete ${title}`));
      await driver.open(page.getByRole('button', { name: 'Delete', exact: true }));
      await expect(toast(page)).toContainText('Content deleted successfully');
    },
  },
  {
    name: 'as an admin: suspend, reinstate and delete a creator',
    sends: ['/admin/creators/:id/suspend', '/admin/creators/:id/reinstate', '/admin/creators/:id/delete'],
    async play(player) {
      const { page, driver } = player;
      const { email, username } = await signUp(page);
      await publish(page, 'Copied');
      await signIn(page, 'admin@example.com');
      await find(player, '/admin/creators', email);
      await driver.open(link(page, /^View/));
      await driver.open(link(page, 'Suspend'));
      await driver.write(page.getByLabel('Reason'), 'Copied from a book');
      await driver.open(button(page, 'Suspend'));
      await expect(main(page)).toContainText('Copied from a book');
      await driver.open(button(page, 'Reinstate'));
      await expect(toast(page)).toContainText('Reinstated');
      await driver.open(link(page, /^Delete$/));
      await driver.write(page.getByLabel(`Type ${username} to confirm`), username);
      await driver.open(button(page, 'Delete for good'));
      await expect(toast(page)).toContainText('Creator deleted successfully');
    },
  },
  {
    name: 'as an admin: find a member, give a plan and take it back, share the role',
    sends: ['/admin/users/:id/gift', '/admin/users/:id/take-gift', '/admin/users/:id/role'],
    async play(player) {
      const { page, driver } = player;
      const { email } = await signUp(page);
      await signIn(page, 'admin@example.com');
      await find(player, '/admin/users', email);
      await driver.open(link(page, /^View/));
      await driver.open(link(page, 'Give a plan'));
      await driver.tick(page.getByRole('radio', { name: 'VIP Elite' }));
      const later = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);
      await driver.write(page.getByLabel('Last day (UTC)'), later);
      await driver.write(page.getByLabel('Why (optional)'), 'Won the raffle');
      await driver.open(button(page, 'Give the plan'));
      await expect(main(page)).toContainText('Plan: VIP Elite');
      await driver.open(button(page, 'Take it back'));
      await expect(main(page)).toContainText('Plan: Explorer');
      for (const [act, said] of [
        ['Make admin', 'Is an admin.'],
        ['Remove admin', 'Is no admin.'],
        ['Make curator', 'Is a curator of the map.'],
      ] as const) {
        await driver.open(link(page, act));
        await driver.open(button(page, act));
        await expect(main(page)).toContainText(said);
      }
    },
  },
  {
    name: 'as an admin: reset a second factor, and sign a member out',
    sends: ['/admin/users/:id/second-factor', '/admin/users/:id/sign-out'],
    async play({ page, driver, elsewhere }) {
      const member = await elsewhere();
      const { password, email } = await signUp(member);
      await addFactor(member, password);
      const { id } = (await (await member.request.get('/api/user')).json()) as { id: number };
      await signIn(page, 'admin@example.com');
      await page.goto(`/admin/users/${id}`);
      await expect(main(page)).toContainText(email);
      await driver.open(link(page, 'Reset second factor'));
      await driver.open(button(page, 'Reset second factor'));
      await expect(main(page)).toContainText('No second factor.');
      await signIn(member, email, password);
      await driver.open(button(page, 'Sign out everywhere'));
      await expect(main(page)).toContainText('Signed in nowhere.');
      expect((await member.request.get('/api/user')).status()).toBe(401);
    },
  },
];
