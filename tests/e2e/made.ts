import type { Page } from '@playwright/test';
import { type Caller, expect, newPassword, publish, signIn, signUp } from './journey.ts';
import { addFactor, ask, called, delivered, sent, step } from './tasks/by-call.ts';
import { unique } from './tasks/task.ts';

/** A second browser beside the one of the walk. */
const beside = (page: Page) => page.context().browser()!.newContext();

/** Another person, signed in as this address, or new. */
async function another(page: Page, email?: string) {
  const caller = await beside(page);
  if (email) await signIn(caller, email);
  return { caller, email: email ?? (await signUp(caller)).email };
}

export const read = async ({ request }: Caller, path: string) => (await request.get(path)).text();

/** All addresses that a document leads to. */
export const linksIn = (html: string) =>
  [...html.matchAll(/<a\b[^>]* href="([^"]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));

/** The newest mails to a person, by their addresses in the outbox. */
async function mailsTo(page: Caller, to: string) {
  const lines = (await read(page, '/outbox')).replaceAll('<!-- -->', '').split('<dt>');
  const links = lines.filter((line) => line.includes(`to ${to}<`)).flatMap(linksIn);
  return links.filter((path) => path.startsWith('/outbox/'));
}

/** The secret in the link to a page, from one of these mails. */
async function linkMailed(page: Caller, to: string, start: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    for (const mail of await mailsTo(page, to)) {
      found ??= linksIn(await read(page, mail)).find((path) => path.startsWith(start));
    }
    expect(found, `${start} for ${to}`).toBeTruthy();
  }).toPass({ timeout: 15_000, intervals: [100] });
  return found?.slice(start.length) ?? '';
}

/** An item of the walk's person whose start has a name that means several positions; returns its number. */
async function unclear(page: Page): Promise<string> {
  const address = await publish(page, `Unclear ${unique()}`);
  const id = address.split('/').pop() ?? '';
  await called(page, 'POST', `/api/content/${id}/map`, { startsIn: 'meia guarda' });
  return id;
}

/** One person's item that another person reports; returns its address. */
async function reported(page: Page, author: Caller, title: string) {
  const address = await publish(author, title);
  const { caller } = await another(page);
  const content = Number(address.split('/').pop());
  await called(caller, 'POST', '/api/reports', {
    content,
    reason: 'dangerous',
    details: 'It bends the knee.',
  });
  return address;
}

/** The number of a case by its name. New cases are at the end of the queue. */
async function caseOf(admin: Caller, name: string) {
  for (let list: string | undefined = '/admin/reports'; list; ) {
    const html: string = await read(admin, list);
    const [, id] = new RegExp(`/admin/reports/(\\d+)">${name}<`).exec(html) ?? [];
    if (id) return id;
    list = linksIn(html).findLast((path) => /\/admin\/reports\?.*after=/.test(path));
  }
  throw new Error(`${name} is in no queue`);
}

/** An item of the demo creator with a video, and the video's number. */
async function videoOf(page: Page): Promise<[item: string, media: string]> {
  const items = await called<{ id: number }[]>(page, 'GET', '/api/content?search=rear+naked+choke');
  for (const { id } of items) {
    const links = linksIn(await read(page, `/content/${id}/edit/media`));
    const [, media] = links.map((path) => /\/media\/(\d+)\/captions$/.exec(path)).find(Boolean) ?? [];
    if (media) return [String(id), media];
  }
  throw new Error('The demo creator has no video');
}

/** An item that anybody may watch, with a video that plays. */
export async function videoItem(page: Caller): Promise<string> {
  const items = await called<{ id: number; videoUrl: string | null; subscriptionTier: string }[]>(
    page,
    'GET',
    '/api/content?tier=free&limit=48',
  );
  const found = items.find(({ videoUrl, subscriptionTier }) => videoUrl && subscriptionTier === 'free');
  expect(found, 'a free item with a video').toBeTruthy();
  return String(found?.id);
}

/** The person who follows links of mails; one for each walk. */
const arriving = new WeakMap<Page, ReturnType<typeof another>>();
function arrival(page: Page) {
  const known = arriving.get(page) ?? another(page);
  arriving.set(page, known);
  return known;
}
const moved = (email: string) => `moved_${email}`;

/** A position of the map as its correction names it. */
async function thing(page: Caller): Promise<string> {
  const [first] = await called<{ id: number }[]>(page, 'GET', '/api/map/positions?limit=1');
  return `p${first?.id}`;
}

async function proposed(page: Caller): Promise<string> {
  const proposal = { kind: 'position', name: `Lasso guard ${unique()}`, source: 'A seminar' };
  return (await called<{ proposal: string }>(page, 'POST', '/api/map/proposals', proposal)).proposal;
}

async function correction(page: Caller): Promise<string> {
  const text = `In Portuguese: guarda ${unique()}`;
  const sent = { thing: await thing(page), subject: 'name', text };
  return String((await called<{ id: number }>(page, 'POST', '/api/map/corrections', sent)).id);
}

async function note(page: Caller): Promise<string> {
  const [free] = await called<{ id: number }[]>(page, 'GET', '/api/content?tier=free&limit=1');
  const text = 'Hide the elbow before the knee moves.';
  return String((await called<{ id: number }>(page, 'POST', `/api/content/${free?.id}/notes`, { text })).id);
}

/** A question about an item, every third with an answer; returns its number. */
async function commentedBy(by: Caller, item: string, n: number): Promise<string> {
  const text = `When they flatten me out in round ${n}, my elbow is too far away to frame.\n\nDo I wait for the next breath, or turn at once?`;
  const write = (data: object) =>
    called<{ id: number }>(by, 'POST', `/api${item}/comments`, { ...data, attempt: unique() });
  const { id } = await write({ text });
  if (n % 3 === 0) await write({ text: 'Turn before they settle: the frame comes first.', parentId: id });
  return String(id);
}

/** A list with items of everyone, one of them locked. */
async function list(page: Caller, visibility = 'private', kind = 'list'): Promise<string> {
  const made = {
    kind,
    title: `Half guard ${unique()}`,
    description: 'Watch them in this order.',
    visibility,
  };
  const { id } = await called<{ id: number }>(page, 'POST', '/api/lists', made);
  const items = await called<{ id: number }[]>(page, 'GET', '/api/content?limit=14');
  const [locked] = await called<{ id: number }[]>(page, 'GET', '/api/content?tier=vip&limit=1');
  for (const { id: contentId } of [locked, ...items].flatMap((item) => item ?? []))
    await called(page, 'POST', `/api/lists/${id}/entries`, { contentId, note: 'Elbow in at 1:20.' });
  return String(id);
}

/** Things missing in the demo content, made by calls when a screen needs them, and put into the address. Some need those
 *  before them. */
export const made: Record<string, (page: Page) => Promise<string>> = {
  unclear,
  videoItem,
  thing,
  proposed,
  correction,
  note,
  list: (page) => list(page),
  async course(page) {
    const id = await list(page, 'public', 'course');
    const sections = [{ title: 'Getting under' }, { title: 'Finishing' }];
    await called(page, 'PUT', `/api/lists/${id}/sections`, { sections });
    const items = await called<{ id: number }[]>(page, 'GET', '/api/content?sort=popular&limit=20');
    for (const { id: contentId } of items)
      await called(page, 'POST', `/api/lists/${id}/entries`, { contentId });
    return id;
  },
  async publicList(page) {
    return list((await another(page)).caller, 'public');
  },
  async entry(page) {
    const [{ id } = { id: 0 }] = await called<{ id: number }[]>(page, 'GET', '/api/lists?limit=1');
    const { entries } = await called<{ entries: { id: number }[] }>(page, 'GET', `/api/lists/${id}`);
    return String(entries[0]?.id);
  },
  async verify(page) {
    return linkMailed(page, (await arrival(page)).email, '/auth/verify/');
  },
  async reset(page) {
    const { email } = await arrival(page);
    await sent(page, '/auth/forgot', { email });
    return linkMailed(page, email, '/auth/reset/');
  },
  /** From the mail to the new address. The old address gets a mail only if it was confirmed. */
  async move(page) {
    const { caller, email } = await arrival(page);
    await sent(caller, `/auth/verify/${await linkMailed(page, email, '/auth/verify/')}`);
    await sent(caller, '/account/email', { email: moved(email), currentPassword: newPassword });
    return linkMailed(page, moved(email), '/auth/verify/');
  },
  async undo(page) {
    return linkMailed(page, (await arrival(page)).email, '/auth/undo/');
  },
  /** One with a link that is longer than a phone is wide. */
  async mail(page) {
    const [newest = ''] = await mailsTo(page, moved((await arrival(page)).email));
    return newest.slice('/outbox/'.length);
  },
  /** The password was right, the code is asked for. */
  async halfway(page) {
    const { caller, email } = await another(page);
    await addFactor(caller, newPassword);
    await sent(page, '/auth?tab=sign-in', { email, password: newPassword });
    return 'next=/library';
  },

  async begun(page) {
    await sent(page, '/account/security/second-factor/begin');
    return 'begun';
  },
  async on(page) {
    await addFactor(page, newPassword);
    return 'on';
  },
  async takenDown(page) {
    const title = `Taken down ${unique()}`;
    const address = await reported(page, page, title);
    const { caller: admin } = await another(page, 'admin@example.com');
    const decision = { outcome: 'taken-down', personNote: 'Please add a warning for the knee.' };
    await sent(admin, `/admin/reports/${await caseOf(admin, title)}`, decision);
    return address.slice('/content/'.length);
  },
  async askedOfMe(page) {
    const { username } = await called<{ username: string }>(page, 'GET', '/api/user');
    const { caller } = await another(page, 'vip@example.com');
    return (await ask(caller, username, `Flattened ${unique()}`)).slice('/requests/'.length);
  },
  async door(page) {
    const items = await called<{ id: number; isForSale: boolean }[]>(page, 'GET', '/api/content?tier=vip');
    const sold = items.find(({ isForSale }) => isForSale)?.id;
    return (await sent(page, `/checkout/${sold}`)).slice('/sandbox/pay/'.length);
  },

  video: async (page) => (await videoOf(page))[0],
  media: async (page) => (await videoOf(page))[1],

  async disputed(page) {
    const [creator, asker] = [await beside(page), await beside(page)];
    const { request } = await delivered(creator, asker);
    await step(asker, request, 'dispute', 'It shows the other arm.');
    return request.slice('/requests/'.length);
  },
  /** An item with a page of questions, some of them answered. */
  async commented(page) {
    const { caller } = await another(page);
    const address = await publish(caller, `Asked about ${unique()}`);
    for (let n = 1; n <= 22; n += 1) await commentedBy(caller, address, n);
    return address.slice('/content/'.length);
  },
  async comment(page) {
    const { caller } = await another(page);
    return commentedBy(caller, await publish(caller, `Asked about ${unique()}`), 3);
  },
  async ownComment(page) {
    const { caller } = await another(page);
    return commentedBy(page, await publish(caller, `Asked about ${unique()}`), 1);
  },
  async report(page) {
    const title = `Reported ${unique()}`;
    await reported(page, (await another(page)).caller, title);
    return caseOf(page, title);
  },
};
