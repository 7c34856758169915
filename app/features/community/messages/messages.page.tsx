import { useLoaderData } from '@remix-run/react';
import { plansPath } from '../../../domain/checkout-paths.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { InboxLine } from '../../../ui/inbox.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { listConversations } from './conversations.server.ts';
import { wantsMails } from './notice.server.ts';

export const meta = () => [{ title: 'Messages | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const after = url.searchParams.get('after');
  const page = await listConversations(scope, { size: pageSize, after });
  return {
    conversations: page.items.map(({ imageKey, ...line }) => ({
      ...line,
      avatar: profileImage(scope, imageKey),
    })),
    ...forwardLinks(url, page),
    mayStart: scope.viewer.plan !== 'free',
    mails: await wantsMails(scope),
  };
});

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function Messages() {
  const { conversations, further, start, mayStart, mails } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Messages</h1>
      {conversations.length === 0 ? (
        <Nothing mayStart={mayStart} />
      ) : (
        <ul className="ruled">
          {conversations.map((line) => (
            <Line key={line.id} {...line} />
          ))}
        </ul>
      )}
      <Pager older={further} newer={start} words={{ older: 'Older', newer: 'Newest' }} />
      <section id="mails" className="row row--apart" aria-label="Emails about messages">
        <p className="soft small">
          {mails
            ? 'We email you about unread messages, at most once an hour per conversation. The message itself is never in the email.'
            : 'We don’t email you about messages.'}
        </p>
        <ButtonForm action="/account/message-mails" fields={{ mails: mails ? '0' : '1' }} kind="quiet">
          {mails ? 'Turn these emails off' : 'Turn emails on'}
        </ButtonForm>
      </section>
    </div>
  );
}

function Nothing({ mayStart }: Pick<Loaded, 'mayStart'>) {
  return mayStart ? (
    <Empty icon="comment" title="No messages yet" text="Open the page of an athlete and press ‘Message’.">
      <ButtonLink href="/creators">Find athletes</ButtonLink>
    </Empty>
  ) : (
    <Empty
      icon="comment"
      title="No messages yet"
      text="Premium and VIP Elite members start conversations with athletes. Members on every plan can answer them."
    >
      <ButtonLink href={plansPath('/messages')}>See the plans</ButtonLink>
    </Empty>
  );
}

function Line({
  username,
  userId,
  name,
  avatar,
  unread,
  text,
  hasPictures,
  isOwn,
  sentAt,
}: Loaded['conversations'][0]) {
  return (
    <InboxLine
      picture={<Avatar userId={userId} imageUrl={avatar} />}
      href={`/messages/${username}#newest`}
      title={name}
      mark={
        unread > 0 && (
          <Badge>
            {unread} new<span className="visually-hidden"> message{unread > 1 && 's'}</span>
          </Badge>
        )
      }
      text={
        <>
          {isOwn && 'You: '}
          {text ?? 'This message was deleted'}
          {hasPictures && ' (with pictures)'}
        </>
      }
      foot={
        <p className="soft small">
          <Moment at={sentAt} />
        </p>
      }
      isUnread={unread > 0}
    />
  );
}
