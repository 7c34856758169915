import { Moment } from '../../../ui/moment.tsx';

interface ReplyFacts {
  id: number;
  /** Written by the viewer's side. */
  isOwn: boolean;
  who: string;
  text: string;
  at: string;
}

/** The replies to a question, newest last; markup stays text. */
export function ReplyList({ replies }: { replies: readonly ReplyFacts[] }) {
  return (
    <ol className="stack">
      {replies.map(({ id, isOwn, who, text, at }) => (
        <li key={id} id={`reply-${id}`} className="message" data-own={isOwn ? '' : undefined}>
          <p className="soft small">
            {who}, <Moment at={at} />
          </p>
          <p className="as-written" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
