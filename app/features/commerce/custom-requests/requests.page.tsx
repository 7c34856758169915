import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { pageLinks } from '../../core/lists/keyset.ts';
import { RequestList } from './request-list.tsx';
import { RequestsTabs, requestTabs } from './requests-tabs.tsx';
import type { Side } from './steps/may-transition.ts';
import { listRequests } from './view.server.ts';

export const meta = () => [{ title: 'Requests | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { url }) => {
  const show = url.searchParams.get('show');
  const cursor = url.searchParams.get('after');
  const sideShown = (side: Side) => listRequests(scope, { side, size: 24, after: cursor });
  let isOfMe = show === 'of-me';
  let page = await sideShown(isOfMe ? 'creator' : 'requester');
  if (show === null && cursor === null && page.items.length === 0) {
    // A creator who has never asked sees the incoming requests instead of an empty list.
    const ofMe = await sideShown('creator');
    if (ofMe.items.length > 0) [isOfMe, page] = [true, ofMe];
  }
  const here = isOfMe ? requestTabs.ofMe : requestTabs.mine;
  return {
    here,
    isOfMe,
    lines: page.items,
    older: pageLinks(new URL(here, url), { after: page.after, before: null }).older,
    newest: cursor && here,
  };
});

export default function Requests() {
  const { here, isOfMe, lines, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Requests</h1>
      <RequestsTabs current={here} />
      {lines.length > 0 ? (
        <RequestList lines={lines} from={isOfMe ? 'from' : 'to'} />
      ) : isOfMe ? (
        <Empty
          icon="users"
          title="No requests yet"
          text="VIP members can ask you for techniques once you say what you make, your price and how many days you need."
        >
          <ButtonLink href={requestTabs.offer}>Set your offer</ButtonLink>
        </Empty>
      ) : (
        <Empty
          icon="edit"
          title="You have no requests yet"
          text="With VIP Elite, athletes who take requests can make a technique just for you. You’ll see who does on their pages."
        >
          <ButtonLink href="/creators">Find an athlete</ButtonLink>
        </Empty>
      )}
      <Pager older={older} newer={newest} />
    </div>
  );
}
