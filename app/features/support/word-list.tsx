import { isoOf, momentOf } from '../../ui/date.ts';

interface SaidFacts {
  id: number;
  /** On the side of whoever reads. */
  isOwn: boolean;
  who: string;
  text: string;
  at: string;
}

/** What was written to a question, the newest last; markup stays text. */
export function WordList({ words }: { words: readonly SaidFacts[] }) {
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
