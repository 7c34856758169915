import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { countUnread } from '../../community/messages/unread.server.ts';
import { chooseKinds, wantedKinds } from '../../identity/profile/notification-choices.server.ts';
import { forwardLinks } from '../lists/keyset.ts';
import { ChoicesForm } from './choices-form.tsx';
import { choicesSchema } from './notification.schema.ts';
import { NoticeList } from './notification-list.tsx';
import { notificationView } from './notification-view.server.ts';
import { listNotifications } from './notifications.server.ts';

export const meta = () => [{ title: 'Notifications | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const after = url.searchParams.get('after');
  const page = await listNotifications(scope, { size: pageSize, after });
  return {
    notices: page.items.map((each) => notificationView(scope, each)),
    ...forwardLinks(url, page),
    here: url.pathname + url.search,
    /** Notifications that arrive after the page was rendered stay unread. */
    upTo: after === null ? (page.items[0]?.moved ?? null) : null,
    unreadLeft: await countUnread(scope),
    wanted: await wantedKinds(scope),
  };
});

export const action = memberPage(async (scope, { context, form }) => {
  const { kinds } = await form(choicesSchema);
  await chooseKinds(scope, kinds);
  return seeOther(context, '/notifications', toast.success('Saved', 'Applies to new notifications.'));
});

export default function Notifications() {
  const { notices, further, start, here, upTo, unreadLeft, wanted } = useLoaderData<typeof loader>();
  const unread = unreadLeft.notifications;
  return (
    <div className="stack measure">
      <h1>Notifications</h1>
      {unread > 0 && (
        <div className="row row--apart">
          <p>{unread > 99 ? 'More than 99 unread' : counted(unread, 'unread', 'unread')}</p>
          {upTo !== null && (
            <ButtonForm
              action="/notifications/read"
              fields={{ upTo: String(upTo), back: here }}
              kind="secondary"
            >
              Mark all read
            </ButtonForm>
          )}
        </div>
      )}
      {notices.length === 0 && (
        <Empty
          icon="bell"
          title={start === null ? 'Nothing yet' : 'No more notifications'}
          text="New techniques by athletes you follow, messages, sales, ratings and answers appear here."
        >
          <ButtonLink href="/creators">Find athletes</ButtonLink>
        </Empty>
      )}
      {notices.length > 0 && (
        <p className="soft small">
          <a className="tap" href="#choose">
            Notification settings
          </a>
        </p>
      )}
      <NoticeList notices={notices} here={here} />
      <Pager older={further} newer={start} words={{ older: 'Older', newer: 'Newest' }} />
      <ChoicesForm wanted={wanted} />
    </div>
  );
}
