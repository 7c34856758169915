import { json, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { noIndex, pageTags } from '../../../ui/page-tags.ts';
import { whatUnlocks } from '../../commerce/plans/unlock/unlock.server.ts';
import { UnlockBox } from '../../commerce/plans/unlock/unlock-box.tsx';
import { findItem } from '../../library/items/item.server.ts';
import { ClipPanel } from './clip-panel.tsx';
import { loopView } from './loop.server.ts';
import { loopLabel, loopPath } from './loop.ts';
import { LoopForm } from './loop-form.tsx';
import { LoopPlayer } from './loop-player.tsx';

const refreshSeconds = 4;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: 'Loop | Summa' }, noIndex];
  const { title, creator, here: path, shown } = data;
  const moment = shown?.loop ? `${loopLabel(shown.loop)} of ` : '';
  const description = `A moment of ${title} by ${creator}, played again and again, as slowly as you like.`;
  return [...pageTags(matches, { path, title: `Loop: ${moment}${title}`, description }), noIndex];
};

export const loader = page(async (scope, { id, url }) => {
  const item = await findItem(scope, id());
  const shown = await loopView(scope, item, url.searchParams);
  const here = shown?.loop ? loopPath(item.id, shown.loop) : `/content/${item.id}/loop`;
  const data = {
    id: item.id,
    title: item.title,
    creator: `${item.creatorFirstName} ${item.creatorLastName}`,
    shown,
    unlock: await whatUnlocks(scope, item),
    here,
    back: encodeURIComponent(shown ? here : `${url.pathname}${url.search}`),
    isSignedIn: scope.viewer !== null,
    // Without scripts the page asks again by itself.
    refreshSeconds: shown?.clip?.state === 'waiting' ? refreshSeconds : null,
  };
  return json(data, { status: shown?.errors ? 422 : 200 });
});

export default function LoopPage() {
  const { id, title, creator, shown, unlock, here, back, isSignedIn } = useLoaderData<typeof loader>();
  const at = shown?.loop ? `?t=${Math.floor(shown.loop.from)}` : '';
  return (
    <div className="measure stack">
      <header>
        <h1>{shown?.loop ? loopLabel(shown.loop) : 'Loop a moment'}</h1>
        <p>
          <a className="tap" href={`/content/${id}${at}`}>
            {title}
          </a>{' '}
          <span className="soft">by {creator}</span>
        </p>
      </header>
      {unlock && <UnlockBox {...unlock} back={back} isSignedIn={isSignedIn} />}
      {shown && <Shown id={id} title={title} here={here} shown={shown} />}
    </div>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;
type ShownProps = Pick<Page, 'id' | 'title' | 'here'> & { shown: NonNullable<Page['shown']> };

/** A clip that was asked for comes first: it begins by itself, also without scripts. */
function Shown({ id, title, here, shown }: ShownProps) {
  const { loop, clip, picture, video } = shown;
  const { width, height } = picture;
  const panel = loop && clip && (
    <ClipPanel id={id} title={title} loop={loop} clip={clip} here={here} width={width} height={height} />
  );
  const isAsked = clip?.state === 'waiting' || clip?.state === 'ready';
  return (
    <>
      <ErrorSummary errors={shown.errors} title="This is no loop yet" />
      {isAsked && panel}
      <LoopPlayer title={title} {...shown} />
      {video.state === 'plays' && <LoopForm id={id} {...shown} />}
      {!isAsked && panel}
    </>
  );
}
