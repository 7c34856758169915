import { lockMembers } from '../../../db/lock-order.server.ts';
import { isEarly, parseEarlyUntil } from '../../../domain/early.ts';
import { releaseOf } from '../../../domain/release.ts';
import { Refused } from '../../../errors.ts';
import type { MemberScope } from '../../../scope.ts';
import { moveOpening } from '../../core/notifications/new-item-opening.server.ts';
import { notify } from '../../core/notifications/notify.server.ts';
import { hasBuyers } from '../items/buyers.server.ts';
import { Content } from '../items/content.entity.ts';
import { checkStepTimes } from '../items/step-times.server.ts';
import { afterChange } from '../map-links/choose.server.ts';
import type { Asked } from '../map-links/link-questions.ts';
import { findLinks, resolveLinks, storeLinks } from '../map-links/links.server.ts';
import { lockOwnItem, type OwnItem, storedDetails } from './own-item.server.ts';
import { checkMaySell } from './sale-rights.server.ts';
import type { ItemDetails } from './upload.schema.ts';

const soldWithDownloads = 'People have bought this technique, so buyers must still be able to download it.';
const madeForOne = 'This was made for one member. You can sell it once you both agree to make it public.';

/** Changes the texts, tier and price of the member's own item. Only a draft takes a publishing date: members may have
 *  bought or liked a published item. Returns the new status.
 *  @throws NotFound, NotAllowed as `findOwnItem`; Invalid for an impossible date; Refused beyond the plan */
export async function updateContent(
  scope: MemberScope,
  id: number,
  details: ItemDetails,
  onMap: Asked = {},
): Promise<OwnItem['status']> {
  const { em, viewer, now } = scope;
  return em.transactional(async (inside) => {
    // Publishing updates the creator's row, which is locked before the item (`lockOrder`).
    await lockMembers(inside, [viewer.id]);
    if (details.isForSale) {
      await checkMaySell(inside, { creatorId: viewer.id, contentId: id, now: now() });
    }
    const item = await lockOwnItem(inside, viewer.id, id);
    const isOut = item.status === 'published';
    if (item.madeFor !== null && details.isForSale) throw new Refused(madeForOne, { field: 'isForSale' });
    const downloads = details.downloads ?? item.downloads;
    if (downloads === 'nobody' && item.downloads !== 'nobody' && (await hasBuyers(inside, id))) {
      throw new Refused(soldWithDownloads, { field: 'downloads' });
    }
    await checkStepTimes(inside, id, details.steps);
    const release = isOut || item.madeFor !== null ? null : releaseOf(details, now());
    const earlyUntil =
      item.madeFor !== null
        ? null
        : parseEarlyUntil(details, {
            current: isOut ? item.earlyUntil : null,
            publishedAt: release ? release.publishAt : item.publishedAt,
            now: now(),
          });
    const stored = await inside.findOneOrFail(Content, id, { refresh: true });
    inside.assign(stored, {
      ...storedDetails(details),
      ...release,
      earlyUntil,
      downloads,
      updatedAt: now(),
    });
    await inside.flush();
    if (Object.keys(onMap).length > 0) {
      const before = await findLinks(inside, id);
      const links = await resolveLinks(inside, onMap, before);
      await storeLinks(inside, id, links, now());
      await afterChange({ ...scope, em: inside }, item, before, links);
    }
    if (isOut && isEarly(item, now())) await moveOpening(inside, id, { to: earlyUntil, now: now() });
    if (release?.status === 'published') await notify(inside, { kind: 'new-item', about: id, at: now() });
    return release?.status ?? item.status;
  });
}
