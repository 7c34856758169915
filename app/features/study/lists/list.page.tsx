import { randomUUID } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { noIndex, pageTags } from '../../../ui/page-tags.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { whatUnlocksAll } from '../../commerce/plans/unlock/unlock-all.server.ts';
import { UnlockBox } from '../../commerce/plans/unlock/unlock-box.tsx';
import { findList } from './access.server.ts';
import { coverOf } from './cover.server.ts';
import { entryCard } from './entry-card.server.ts';
import { EntryCard } from './entry-card.tsx';
import { cardsToUnlock, listEntries, placeIn } from './entry-list.server.ts';
import { ListHead } from './list-head.tsx';
import { progressOf } from './list-progress.ts';
import { listPath, playPath } from './paths.ts';
import { groupsOf } from './sections/groups.ts';
import { sectionsOf } from './sections/sections.server.ts';
import { followsList } from './sharing/follow-list.server.ts';

const size = 12;
const eager = 4;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { list } = data;
  const tags = pageTags(matches, {
    path: `/lists/${list.id}`,
    title: list.title,
    description: list.description ?? `Techniques of jiu-jitsu, put in order by ${list.ownerName}.`,
    image: data.cover?.src,
  });
  if (list.visibility === 'public' && data.isStart) return tags;
  // What a search engine or another site is told of a list that is not public is nothing but its title.
  return [...(list.visibility === 'public' ? tags : tags.slice(0, 1)), noIndex];
};

export const loader = page(async (scope, { id, url }) => {
  const { searchParams } = url;
  const list = await findList(scope, id(), searchParams.get('key'));
  const from = placeIn(searchParams.get('after'));
  const { entries, after } = await listEntries(scope, list, { after: from, size });
  const path = listPath(list);
  // The last one of this page was taken off.
  if (entries.length === 0 && from > 0) throw redirect(path);
  const sections = list.kind === 'course' ? await sectionsOf(scope.em, list.id) : [];
  const cards = await cardsToUnlock(scope, list, entries);
  const pathAfter = (place: number) => `${path}${path.includes('?') ? '&' : '?'}after=${place}`;
  return {
    list,
    groups: groupsOf(
      entries.map((entry) => ({ ...entryCard(scope, entry), href: playPath(list, entry.position) })),
      sections,
    ),
    // Of a list that is no course only a page is read.
    progress: scope.viewer && list.kind === 'course' ? progressOf(cards) : null,
    knownCount: cards.length,
    openCount: cards.filter(({ mediaAccess }) => mediaAccess !== 'locked').length,
    unlock: await whatUnlocksAll(scope, cards, path),
    cover: await coverOf(scope, list),
    path,
    attempt: scope.viewer && randomUUID(),
    following: list.isOwn ? null : await followsList(scope, list.id),
    here: from === 0 ? path : pathAfter(from),
    isStart: from === 0,
    earlier: from === 0 ? null : from > size ? pathAfter(from - size) : path,
    later: after === null ? null : pathAfter(after),
    origin: scope.origin,
    isSignedIn: scope.viewer !== null,
  };
});

export default function ListPage() {
  const {
    list,
    groups,
    progress,
    knownCount,
    openCount,
    unlock,
    path,
    cover,
    following,
    attempt,
    here,
    earlier,
    later,
    origin,
    isSignedIn,
  } = useLoaderData<typeof loader>();
  const { version, entryCount } = list;
  const sorting = list.isOwn ? { listId: list.id, version, entryCount, path: here } : null;
  return (
    <div className="stack stack--loose">
      <div className={cover ? 'item__pair' : undefined}>
        <ListHead list={list} url={`${origin}${path}`} path={path} following={following} attempt={attempt} />
        {cover && <Picture picture={cover} shape="4x3" sizes="(min-width: 768px) 28rem, 100vw" />}
      </div>
      {groups.length === 0 && (
        <Empty
          icon="menu"
          title="Nothing on it yet"
          text={list.isOwn ? 'Open a technique and put it on this list.' : undefined}
        >
          {list.isOwn && <ButtonLink href="/discover">Discover techniques</ButtonLink>}
        </Empty>
      )}
      {progress && <Progress {...progress} />}
      {list.kind === 'course' && unlock && (
        <p className="soft">
          You can watch {openCount} of {counted(knownCount, 'technique')} now.
        </p>
      )}
      {groups.map((group, at) => (
        <section key={group.entries[0]?.id} className="stack" aria-label={group.title ?? list.title}>
          {group.title && <h2>{group.title}</h2>}
          <ol className="grid" start={group.entries[0]?.position}>
            {group.entries.map((entry, index) => (
              <EntryCard
                key={entry.id}
                entry={entry}
                href={entry.href}
                sorting={sorting}
                heading={group.title ? 'h3' : 'h2'}
                loading={at === 0 && index < eager ? 'eager' : 'lazy'}
              />
            ))}
          </ol>
        </section>
      ))}
      <Pager newer={earlier} older={later} words={{ newer: 'Before', older: 'Further on' }} />
      {unlock && (
        <UnlockBox
          {...unlock}
          title="What unlocks the rest"
          back={encodeURIComponent(path)}
          isSignedIn={isSignedIn}
        />
      )}
    </div>
  );
}

function Progress({ seen, total }: { seen: number; total: number }) {
  if (total === 0) return null;
  if (seen === total) return <Callout title="You have seen all of it" icon="check" />;
  return (
    <p className="soft">
      You have seen {seen} of {counted(total, 'technique')}.
    </p>
  );
}
