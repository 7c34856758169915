import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../../http/pages/page.server.ts';
import { noIndex, pageTags } from '../../../../ui/page-tags.ts';
import { whatUnlocksAll } from '../../../commerce/plans/unlock/unlock-all.server.ts';
import { UnlockBox } from '../../../commerce/plans/unlock/unlock-box.tsx';
import { enforceSearchLimit } from '../../../core/rate-limits/rate-limit.server.ts';
import { cardsTeaching, teachingItems } from '../../../library/map-links/items-teaching.server.ts';
import { transitionOpenings } from '../../../library/map-links/taught.server.ts';
import { numberedWayPath, sheetPath } from '../../../library/sheets/paths.ts';
import { techniqueMap } from '../../graph/technique-map.server.ts';
import { sideLabels } from '../labels.ts';
import { wayPath } from '../paths.ts';
import { suggestedNames } from '../suggested-names.ts';
import { WayForm } from '../way-form.tsx';
import { readWayQuestion } from './way.schema.ts';
import { answerWay } from './way.server.ts';
import { NoWay, WayEnds } from './way-ends.tsx';
import { shownWays } from './way-steps.server.ts';
import { WayStrip } from './way-strip.tsx';

const title = 'Find a way';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const [from, to] = [data?.from, data?.to].map((end) => end?.kind === 'known' && end.meaning.name);
  const page = {
    path: data?.canonical ?? '/map/way',
    title: from && to ? `From ${from} to ${to}` : title,
    description:
      from && to
        ? `Ways from ${from} to ${to} in jiu-jitsu, drawn step by step.`
        : 'How to get from one position of jiu-jitsu to another, drawn step by step.',
  };
  // There are as many questions as pairs of names.
  return [...pageTags(matches, page), noIndex];
};

export const loader = page(async (scope, { url, context }) => {
  const question = readWayQuestion(url.searchParams);
  await enforceSearchLimit(scope, question.from + question.to);
  const [map, openingOf] = await Promise.all([techniqueMap(scope), transitionOpenings(scope)]);
  const { ways, ...asked } = await answerWay(scope, map, question, openingOf);
  const shown = shownWays(map, ways, context.theme);
  const ids = shown.flatMap(({ steps }) => steps.map(({ id }) => id));
  const cards = await cardsTeaching(scope, ids);
  const teaching = teachingItems(cards);
  const back = wayPath(question);
  // A step that is open already needs no other item.
  const missing = [...cards].filter(([id]) => !openingOf(id)?.isOpen).flatMap(([, [card]]) => card ?? []);
  return {
    question,
    ...asked,
    ways: shown.map(({ endsAs, steps }) => ({
      endsAs,
      steps: steps.map((step) => {
        const items = teaching(step.id);
        return { ...step, items, isOpen: items.some(({ locked }) => !locked) };
      }),
    })),
    unlock: await whatUnlocksAll(scope, missing, back),
    back: encodeURIComponent(back),
    canonical: back,
    isSignedIn: scope.viewer !== null,
  };
});

export default function WayPage() {
  const { question, from, to, isSame, ways, unlock, back, canonical, isSignedIn } =
    useLoaderData<typeof loader>();
  const names = [from, to].map((end) => (end.kind === 'known' ? end.meaning.name : null));
  const isAsked = from.kind === 'known' && to.kind === 'known';
  return (
    <div className="stack stack--loose">
      <header>
        <h1>{isAsked ? `From ${names[0]} to ${names[1]}` : title}</h1>
        <p className="lead">
          {isAsked
            ? `You begin ${sideLabels[question.as]}.`
            : 'Say where you are and where you want to be, by any name in English, Portuguese or Japanese.'}
        </p>
      </header>
      <WayForm {...question} suggestions={suggestedNames} />
      <WayEnds question={question} from={from} to={to} />
      {isAsked && ways.length === 0 && <NoWay question={question} isSame={isSame} />}
      {ways.map((way, index) => (
        <WayStrip
          key={way.steps.map(({ id }) => id).join()}
          {...way}
          number={index + 1}
          back={canonical}
          sheet={sheetPath(numberedWayPath({ ...question, way: index + 1 }))}
        />
      ))}
      {unlock && <UnlockBox {...unlock} title="What unlocks the rest" back={back} isSignedIn={isSignedIn} />}
    </div>
  );
}
