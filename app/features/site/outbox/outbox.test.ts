import { expect, test } from 'vitest';
import { testWorld } from '../../../../tests/support/world.ts';
import * as emailPage from './email.page.tsx';
import * as list from './outbox.page.tsx';

const world = testWorld();

async function keep(count: number) {
  for (let n = 1; n <= count; n += 1) {
    world.clock.at = new Date(world.clock.at.getTime() + 1_000);
    const text = `Hello,\n\nhttp://localhost:3000/auth/verify/abc${n}\n\nhttps://elsewhere.example/x`;
    await world.mail.outbox.send({ id: `mail-${n}`, to: 'nova@example.com', subject: `Mail ${n}`, text });
  }
}

test('shows emails newest first, page by page, each with links that work on this machine', async () => {
  await keep(26);
  const first = await (await world.send(list.loader, null, '/outbox')).json();
  expect(first.lines).toHaveLength(24);
  expect(first.lines[0]).toMatchObject({ subject: 'Mail 26', to: 'nova@example.com' });
  const rest = await (await world.send(list.loader, null, first.older)).json();
  expect(rest.lines.map(({ subject }: { subject: string }) => subject)).toEqual(['Mail 2', 'Mail 1']);
  expect(rest).toMatchObject({ older: null, newest: '/outbox' });
  const { name } = first.lines[0];
  const shown = await (await world.send(emailPage.loader, null, `/outbox/${name}`, { name })).json();
  expect(shown).toMatchObject({ subject: 'Mail 26', to: 'nova@example.com' });
  expect(shown.paragraphs[1]).toEqual([
    { text: 'http://localhost:3000/auth/verify/abc26', href: '/auth/verify/abc26' },
  ]);
  expect(shown.paragraphs[2][0].href).toBe('https://elsewhere.example/x');
});

test('is missing on a production site', async () => {
  await keep(1);
  const [{ name = '' } = {}] = (await world.mail.outbox.list({ after: null, size: 1 })).mails;
  for (const [edge, params] of [
    [list.loader, {}],
    [emailPage.loader, { name }],
  ] as const) {
    const context = world.context();
    context.scope.outbox = null;
    const request = new Request('http://localhost:3000/outbox');
    const answer = await edge({ request, params, context } as never).catch((thrown: Response) => thrown);
    expect((answer as Response).status).toBe(404);
  }
});

test.each(['../session-secret', 'x', '..'])('%s is 404', async (name) => {
  expect((await world.send(emailPage.loader, null, '/outbox/x', { name })).status).toBe(404);
});
