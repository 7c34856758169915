import { calendarDay, dayOf } from '../../../ui/date.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Picture } from '../../../ui/pictures/picture.tsx';
import type { MessageView } from './message-view.server.ts';

/** The messages of a page, the newest last; a `log`, so that screen readers announce new ones. */
export function MessageList({ messages, name }: { messages: readonly MessageView[]; name: string }) {
  const dayAt = (index: number) => messages[index] && calendarDay(messages[index].sentAt);
  return (
    <div role="log" aria-label={`Messages with ${name}`} aria-relevant="additions">
      <ol className="stack" data-thread="">
        {messages.flatMap((message, index) => [
          ...(dayAt(index) === dayAt(index - 1)
            ? []
            : [
                <li key={dayAt(index)} id={`day-${dayAt(index)}`} className="thread__day soft small">
                  <time dateTime={dayAt(index)}>{dayOf(message.sentAt)}</time>
                </li>,
              ]),
          <OneMessage key={message.id} {...message} name={name} />,
        ])}
      </ol>
    </div>
  );
}

function OneMessage({ id, text, sentAt, isOwn, isRead, pictures, name }: MessageView & { name: string }) {
  return (
    <li id={`message-${id}`} className="message" data-own={isOwn ? '' : undefined}>
      <span className="visually-hidden">{isOwn ? 'You' : name}: </span>
      {text === null ? (
        <p className="soft">This message was deleted</p>
      ) : (
        <p className="as-written" dir="auto">
          {text}
        </p>
      )}
      {pictures.map(({ key, large, picture }) => (
        <a key={key} href={large} className="message__picture">
          <Picture picture={picture} sizes="18rem" />
        </a>
      ))}
      <p className="message__facts soft small">
        <Moment at={sentAt} as="time" />{' '}
        {isOwn ? (
          <span data-mark="">{isRead ? 'Read' : 'Sent'}</span>
        ) : (
          text !== null && (
            <a href={`/report?message=${id}`} rel="nofollow" data-dialog="toast">
              Report<span className="visually-hidden"> this message</span>
            </a>
          )
        )}
      </p>
    </li>
  );
}
