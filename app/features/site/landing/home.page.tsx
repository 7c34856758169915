import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { pageTags, structured } from '../../../ui/page-tags.ts';
import { planCounts } from '../../commerce/plans/plan-counts.server.ts';
import { listFeatured } from '../../library/featured/featured.server.ts';
import { webSite } from '../../library/feeds/json-ld.ts';
import { welcome } from '../welcome/welcome.server.ts';
import { Welcome } from '../welcome/welcome.tsx';
import { feedPage } from './feed.server.ts';
import { Feed } from './feed.tsx';
import { isPhone } from './is-phone.ts';
import { Landing } from './landing.tsx';

const cardsOfLanding = 4;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageTags(matches, {
    path: '/',
    title: 'Summa: The Sum of Jiu-Jitsu',
    description: 'Practitioners publish techniques; you watch, practise and progress.',
  }),
  ...(data?.origin ? structured(matches, webSite(data.origin)) : []),
];

/** Signed out: the landing. Signed in: the feed on a phone, the landing on a desktop (E2.7, E2.8). */
export const loader = page(async (scope, { request, url, context }) => {
  const asked = url.searchParams.get('view');
  const wantsFeed = asked ? asked === 'feed' : isPhone(request.headers);
  if (scope.viewer && wantsFeed)
    return { view: 'feed' as const, origin: null, feed: await feedPage(scope, url) };
  const newMember = await welcome(scope);
  return {
    view: 'landing' as const,
    origin: scope.origin,
    featured: await listFeatured(scope, cardsOfLanding),
    plan: scope.viewer?.plan ?? null,
    counts: await planCounts(scope),
    savesData: scope.visitor.savesData,
    firstName: scope.viewer?.firstName ?? null,
    newMember,
    putsSheetItself: context.showsSplash,
  };
});

export default function Home() {
  const data = useLoaderData<typeof loader>();
  if (data.view === 'feed') {
    return (
      <Feed feed={data.feed}>
        <ButtonLink href="/?view=landing" kind="quiet">
          About Summa
        </ButtonLink>
      </Feed>
    );
  }
  const { featured, plan, counts, savesData, putsSheetItself, firstName, newMember } = data;
  return (
    <Landing
      featured={featured}
      counts={counts}
      savesData={savesData}
      firstName={firstName}
      isFirst={putsSheetItself}
      currentPlan={plan}
    >
      <Welcome facts={newMember} back="/" />
    </Landing>
  );
}
