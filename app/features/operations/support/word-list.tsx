import { isoOf, momentOf } from '../../../ui/date.ts';

interface TextFacts {
  id: number;
  /** Written by the viewer's side. */
  isOwn: boolean;
  who: string;
  text: string;
  at: string;
}

/** The replies to a question, newest last; markup stays text. */
export function WordList({ words }: { words: readonly TextFacts[] }) {
  return (
    <ol className="thread">
      {words.map(({ id, isOwn, who, text, at }) => (
        <li key={id} id={`words-${id}`} className="message" data-own={isOwn ? '' : undefined}>
          <p className="soft small">
            {who}, <time dateTime={isoOf(at)}>{momentOf(at)}</time>
          </p>
          <p className="as-written" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
