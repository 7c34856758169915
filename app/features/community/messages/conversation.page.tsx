import { randomUUID } from 'node:crypto';
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { type FormAnswer, memberPage, parseForm, seeOther } from '../../../http/pages/page.server.ts';
import { pictureFormBytes } from '../../../http/uploads/multipart.server.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { forwardLinks } from '../../core/lists/keyset.ts';
import { profileImage } from '../../core/media/pictures.server.ts';
import { pendingPictures } from '../../core/uploads/pending-picture.server.ts';
import { maxPictures, messageSchema } from './message.schema.ts';
import { sendForm } from './message-form.server.ts';
import { MessageList } from './message-list.tsx';
import { messageView } from './message-view.server.ts';
import { NotWritable } from './not-writable.tsx';
import { markRead, readThread } from './thread.server.ts';
import { countUnread } from './unread.server.ts';
import { WriteForm } from './write-form.tsx';

const pageSize = 30;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Messages with ${data?.person.name ?? 'a member'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { params, url, request }) => {
  const after = url.searchParams.get('after');
  const thread = await readThread(scope, params.username ?? '', { size: pageSize, after });
  const { imageKey, conversationId, ...person } = thread.person;
  const newest = thread.items[0]?.id;
  // Opening the page marks messages as read; a prefetch shows them to no one.
  const isSeen = request.method === 'GET' && !request.headers.get('sec-purpose');
  if (isSeen && thread.unread > 0 && conversationId !== null && newest) {
    await markRead(scope, conversationId, newest);
  }
  return {
    person: { ...person, avatar: profileImage(scope, imageKey) },
    messages: thread.items.map((each) => messageView(scope, each, person.name)).reverse(),
    ...forwardLinks(url, thread),
    waiting: person.verdict === 'yes' ? await pendingPictures(scope) : [],
    attempt: randomUUID(),
    unreadLeft: await countUnread(scope),
    ownId: scope.viewer.id,
  };
});

export const action = memberPage(async (scope, page) => {
  const username = page.params.username ?? '';
  await sendForm(
    scope,
    username,
    await page.files(messageSchema, 'message form', pictureFormBytes(maxPictures)),
    parseForm,
  );
  return seeOther(page.context, `/messages/${username}#newest`);
});

export default function Conversation() {
  const { person, messages, further, start, waiting, attempt, ownId } = useLoaderData<typeof loader>();
  const isNewest = start === null;
  const kept = [useActionData<FormAnswer>()?.form?.initialValue?.kept].flat();
  const here = `/messages/${person.username}`;
  return (
    <div
      className="stack measure"
      data-conversation={isNewest ? `/api${here}` : undefined}
      data-own-id={ownId}
    >
      <Head person={person} here={here} />
      <Pager older={further} newer={start} words={words} />
      {messages.length === 0 && (
        <p className="soft" data-none="">
          You have not written to each other yet.
        </p>
      )}
      <MessageList messages={messages} name={person.name} />
      {isNewest && (
        <section id="newest" className="stack" aria-label="Write">
          <p className="field__error" role="alert" data-trouble="" hidden />
          <div data-answer="">
            {person.verdict === 'yes' ? (
              <WriteForm
                action={here}
                name={person.name}
                attempt={attempt}
                waiting={waiting.filter(({ key }) => kept.includes(key))}
              />
            ) : (
              <NotWritable verdict={person.verdict} name={person.name} here={here} />
            )}
          </div>
        </section>
      )}
    </div>
  );
}

const words = { older: 'Earlier messages', newer: 'Newest messages' };

type Loaded = Awaited<ReturnType<typeof loader>>;

function Head({ person, here }: Pick<Loaded, 'person'> & { here: string }) {
  const { id, username, name, avatar, status, isCreator, isBlocked } = person;
  return (
    <header className="stack">
      <p>
        <a className="tap" href="/messages">
          All messages
        </a>
      </p>
      <div className="row row--apart">
        <div className="row">
          <Avatar userId={id} imageUrl={avatar} />
          <h1 className="as-h2">{name}</h1>
        </div>
        <div className="row">
          {isCreator && status === 'active' && (
            <a className="tap" href={`/creators/${username}`}>
              Their techniques
            </a>
          )}{' '}
          {/* Without a fragment: a browser that is already there would not reload. */}
          <ButtonLink href={here} kind="quiet" data-refresh="">
            Refresh
          </ButtonLink>
          {!isBlocked && status === 'active' && (
            <ButtonForm action={`${here}/block`} fields={{ blocked: '1' }} kind="quiet">
              <Icon name="lock" />
              Block<span className="visually-hidden"> {name}</span>
            </ButtonForm>
          )}
        </div>
      </div>
    </header>
  );
}
