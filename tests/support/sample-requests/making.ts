import { startPurchase } from '../../../app/features/commerce/purchases/buy.server.ts';
import { fulfil } from '../../../app/features/commerce/purchases/fulfil.server.ts';
import { hashPassword } from '../../../app/features/identity/accounts/password-hash.server.ts';
import { makeLink } from '../../../app/features/identity/email-links/links.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import { picture } from '../media/upload-form.ts';
import { row } from '../sql.ts';
import type { LiveWorld } from './sample-request.ts';

export const password = 'open guard';
let hash: Promise<string> | undefined;

/** A member who has a password. */
export async function withPassword(world: LiveWorld, facts: { isAdmin?: boolean } = {}): Promise<Viewer> {
  const viewer = await world.person(facts);
  hash ??= hashPassword(password);
  await row(world.em())`update users set password_hash = ${await hash} where id = ${viewer.id}`;
  return viewer;
}

export const admin = (world: LiveWorld) => world.person({ isAdmin: true });

/** An item for sale with its creator. */
export async function onSale(world: LiveWorld) {
  const creator = await world.person({ plan: 'vip' });
  const item = await world.item({ creator: creator.id, tier: 'vip', priceCents: 499, hasPicture: true });
  return { creator, item };
}

/** An item of a creator with two images. @returns their ids, too */
export async function ownItem(world: LiveWorld, status: 'draft' | 'published' = 'published') {
  const creator = await world.person({ plan: 'vip' });
  const item = await world.item({ creator: creator.id, hasPicture: true, status });
  const media = [
    await medium(world, { owner: creator.id, item }),
    await medium(world, { owner: creator.id, item }),
  ];
  return { creator, item, media };
}

export async function medium(
  world: LiveWorld,
  { owner, item = null, kind = 'image' }: { owner: number; item?: number | null; kind?: 'image' | 'video' },
): Promise<number> {
  const made = await row<{ id: number }>(world.em())`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths, position)
    values (md5(random()::text), ${owner}, ${item}, ${kind}, 'ready', ${kind === 'video' ? 'video/mp4' : 'image/png'},
      640, 480, 1000, '#aabbcc', '{320}', 1)
    returning id`;
  return made?.id ?? 0;
}

/** A purchase that has begun. With `paid` the money is at the provider, and no event has arrived. */
export async function begun(world: LiveWorld, { paid = false } = {}) {
  const { item, creator } = await onSale(world);
  const buyer = await world.person();
  const { url, purchaseId, clientSecret } = await startPurchase(world.member(buyer), item, { hosted: !paid });
  const paymentId = clientSecret?.split('_secret_')[0] ?? '';
  if (paid) await world.payments.answer(clientSecret);
  return { item, creator, buyer, purchaseId, sessionId: url?.split('/').at(-1) ?? '', paymentId };
}

/** A purchase that is paid and fulfilled. */
export async function sold(world: LiveWorld) {
  const made = await begun(world, { paid: true });
  await fulfil(world.systemContext(), made.paymentId);
  return made;
}

/** A link as in a mail. */
export const link = (
  world: LiveWorld,
  viewer: Viewer,
  purpose: 'verify' | 'reset' | 'change' | 'undo',
  email = viewer.email,
) => makeLink(world.em(), { purpose, email, userId: viewer.id, askedAt: new Date() });

let bytes: Promise<Blob> | undefined;
/** The bytes of an image, always the same. */
export function image(): Promise<Blob> {
  bytes ??= picture(64, 48);
  return bytes;
}

/** A form with files, made anew for each request. */
export const filesForm =
  (fields: Record<string, string>, files: Record<string, [Blob, string]> = {}) =>
  () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, [blob, fileName]] of Object.entries(files)) form.append(name, blob, fileName);
    return form;
  };

export const technique = {
  title: 'Knee cut',
  category: 'training',
  tier: 'free',
  techniqueType: 'guard',
  difficultyLevel: 'beginner',
};
