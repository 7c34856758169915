import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { noIndex, pageTags } from '../../../ui/page-tags.ts';
import { whatUnlocks } from '../../commerce/plans/unlock/unlock.server.ts';
import { UnlockBox } from '../../commerce/plans/unlock/unlock-box.tsx';
import { findItem } from '../../library/items/item.server.ts';
import { FirstMedia } from '../../library/items/item-media.tsx';
import { itemView } from '../../library/items/item-view.server.ts';
import { countView } from '../../library/items/views.server.ts';
import { SeenButton } from '../progress/seen-button.tsx';
import { findList } from './access.server.ts';
import { entryAt, placeIn } from './entry-list.server.ts';
import { listPath, playPath } from './paths.ts';
import { sectionsOf } from './sections/sections.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { position, list, here: path } = data;
  const title = `${data.title}, ${position} of ${list.title}`;
  const description = `Technique ${position} of ${list.entryCount} in ${list.title}: ${data.title}.`;
  return [...pageTags(matches, { path, title, description }), noIndex];
};

export const loader = page(async (scope, { id, params, url, request }) => {
  const list = await findList(scope, id(), url.searchParams.get('key'));
  const entry = await entryAt(scope, list, placeIn(params.position ?? null));
  const { position, note } = entry;
  const item = entry.card && (await findItem(scope, entry.card.id));
  // A prefetched page was not seen by the viewer.
  if (item && request.method === 'GET' && !request.headers.get('sec-purpose')) countView(scope, item);
  const sections = list.kind === 'course' ? await sectionsOf(scope.em, list.id) : [];
  return {
    list: { title: list.title, path: listPath(list), entryCount: list.entryCount },
    position,
    note,
    title: entry.title ?? 'A technique',
    section: sections.find((section) => section.id === entry.sectionId)?.title ?? null,
    item: item && { ...itemView(scope, item), id: item.id },
    isSeen: item?.seen ?? false,
    unlock: item && (await whatUnlocks(scope, item)),
    here: playPath(list, position),
    previous: position > 1 ? playPath(list, position - 1) : null,
    next: position < list.entryCount ? playPath(list, position + 1) : null,
    isSignedIn: scope.viewer !== null,
  };
});

export default function Play() {
  const { list, position, note, title, section, item, isSeen, unlock, here, previous, next, isSignedIn } =
    useLoaderData<typeof loader>();
  return (
    <article className="item" data-tier={item?.tier} data-locked={item?.locked || undefined}>
      <header className="item__head">
        <p>
          <a className="tap" href={list.path}>
            {list.title}
          </a>{' '}
          <span className="soft">
            {section && `· ${section} `}· {position} of {list.entryCount}
          </span>
        </p>
        <h1>{title}</h1>
      </header>
      {item ? (
        <FirstMedia item={item} />
      ) : (
        <div className="item__media">
          <Empty
            title="Not available"
            text="It is not published, or it was withdrawn or deleted."
            icon="eye"
          />
        </div>
      )}
      <div className="stack">
        <nav className="row" aria-label="In this list">
          {previous && (
            <ButtonLink href={previous} kind="secondary" icon="back" rel="prev">
              Previous
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={next} kind={item?.locked ? 'secondary' : 'primary'} rel="next">
              Next
            </ButtonLink>
          )}
        </nav>
        {note && <p className="as-written">{note}</p>}
        {item && (
          <p>
            by <a href={`/creators/${item.creatorUsername}`}>{item.creatorName}</a>.{' '}
            <a className="tap" href={`/content/${item.id}`}>
              All about this technique
            </a>
          </p>
        )}
        {item && !item.locked && isSignedIn && (
          <div className="row">
            <SeenButton id={item.id} title={title} seen={isSeen} back={here} />
            <a className="tap" href={`/content/${item.id}/study`}>
              Study
            </a>
          </div>
        )}
        {unlock && <UnlockBox {...unlock} back={encodeURIComponent(here)} isSignedIn={isSignedIn} />}
      </div>
    </article>
  );
}
