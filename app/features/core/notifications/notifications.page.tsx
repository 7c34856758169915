import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import type { MemberScope } from '../../../scope.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { countUnread } from '../../community/messages/unread.server.ts';
import { chooseKinds, wantedKinds } from '../../identity/profile/notification-choices.server.ts';
import { type ForwardRequest, forwardLinks } from '../lists/keyset.ts';
import { ChoicesForm } from './choices-form.tsx';
import { bundleIdSchema, choicesSchema } from './notification.schema.ts';
import { NoticeList } from './notification-list.tsx';
import { notificationView } from './notification-view.server.ts';
import { findBundle, listLines, listNotifications } from './notifications.server.ts';

export const meta = () => [{ title: 'Notifications | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const after = url.searchParams.get('after');
  const of = bundleIdSchema.safeParse(url.searchParams.get('of'));
  const page = await readPage(scope, { size: pageSize, after }, of.data);
  return {
    isBundle: of.success,
    notices: page.items.map((each) => notificationView(scope, each)),
    ...forwardLinks(url, page),
    here: url.pathname + url.search,
    /** Notifications that arrive after the page was rendered stay unread. */
    upTo: after === null && !of.success ? (page.items[0]?.moved ?? null) : null,
    unreadLeft: await countUnread(scope),
    wanted: await wantedKinds(scope),
  };
});

async function readPage(scope: MemberScope, request: ForwardRequest, bundleId?: number) {
  if (bundleId === undefined) return listLines(scope, request);
  const bundle = await findBundle(scope, bundleId);
  const page = await listNotifications(scope, { ...request, bundle });
  return { ...page, items: page.items.map((each) => ({ ...each, held: 1 })) };
}

export const action = memberPage(async (scope, { context, form }) => {
  const { kinds } = await form(choicesSchema);
  await chooseKinds(scope, kinds);
  return seeOther(context, '/notifications', toast.success('Saved', 'Applies to new notifications.'));
});

export default function Notifications() {
  const { isBundle, notices, further, start, here, upTo, unreadLeft, wanted } =
    useLoaderData<typeof loader>();
  const unread = unreadLeft.notifications;
  return (
    <div className="stack measure">
      <header className="row row--apart">
        <h1>Notifications</h1>
        {unread > 0 && upTo !== null && (
          <ButtonForm
            action="/notifications/read"
            fields={{ upTo: String(upTo), back: here }}
            kind="quiet"
            icon="check"
          >
            Mark all read
          </ButtonForm>
        )}
      </header>
      {isBundle ? (
        <p>
          <a className="tap" href="/notifications">
            All notifications
          </a>
        </p>
      ) : (
        <ChoicesForm wanted={wanted} />
      )}
      {unread > 0 && !isBundle && (
        <p className="soft small">
          {unread > 99 ? 'More than 99 unread' : counted(unread, 'unread', 'unread')}
        </p>
      )}
      {notices.length === 0 && (
        <Empty
          icon="bell"
          title={start === null ? 'Nothing yet' : 'No more notifications'}
          text="New techniques from athletes you follow, messages, sales, ratings and answers appear here."
        >
          <ButtonLink href="/creators">Find athletes</ButtonLink>
        </Empty>
      )}
      <NoticeList notices={notices} here={here} />
      <Pager older={further} newer={start} words={{ older: 'Older', newer: 'Newest' }} />
    </div>
  );
}
