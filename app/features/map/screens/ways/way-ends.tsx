import { ButtonLink } from '../../../../ui/button.tsx';
import { Empty } from '../../../../ui/empty.tsx';
import { wayPath } from '../paths.ts';
import type { WayQuestion } from './way.schema.ts';
import type { WayEnd } from './way.server.ts';

interface AskedProps {
  question: WayQuestion;
  from: WayEnd;
  to: WayEnd;
}

/** What must be said before a way can be looked for, or what was taken for what. */
export function WayEnds({ question, from, to }: AskedProps) {
  return (
    <>
      <OneEnd side="from" question={question} end={from} />
      <OneEnd side="to" question={question} end={to} />
    </>
  );
}

function OneEnd({ side, question, end }: { side: 'from' | 'to'; question: WayQuestion; end: WayEnd }) {
  const text = question[side];
  if (end.kind === 'missing') return null;
  if (end.kind === 'unknown') {
    return (
      <p className="notice" role="status">
        No position is called “{text}”, and nothing similar either. Try another name, in English, Portuguese
        or Japanese, or <a href="/map">choose a family on the map</a>.
      </p>
    );
  }
  if (end.kind === 'known') {
    if (!end.isNear) return null;
    return (
      <p className="notice" role="status">
        No position is called “{text}”. These ways are for <strong>{end.meaning.name}</strong>.
      </p>
    );
  }
  return (
    <section className="panel" aria-labelledby={`meant-${side}`}>
      <h2 id={`meant-${side}`}>{end.isNear ? 'Did you mean…' : `Which “${text}”?`}</h2>
      <p>
        {end.isNear ? `No position is called “${text}”.` : 'Several things are called so.'}{' '}
        {side === 'from' ? 'Where are you?' : 'Where do you want to be?'}
      </p>
      <ul className="row">
        {end.meanings.map(({ value, name }) => (
          <li key={value}>
            <a className="tag" href={wayPath({ ...question, [side]: value })} rel="nofollow">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why there is no way to show. */
export function NoWay({ question, isSame }: { question: WayQuestion; isSame: boolean }) {
  if (isSame) {
    return (
      <Empty title="You are already there" text="The two names mean the same position." icon="check">
        <ButtonLink href="/map">Look at the map</ButtonLink>
      </Empty>
    );
  }
  const other = question.as === 'top' ? 'bottom' : 'top';
  return (
    <Empty
      title="No way that we know"
      text="The map knows no techniques that lead from the one to the other."
      icon="compass"
    >
      <ButtonLink href={wayPath({ from: question.to, to: question.from, as: question.as })} kind="secondary">
        Ask the other way round
      </ButtonLink>
      <ButtonLink href={wayPath({ ...question, as: other })} kind="secondary">
        {other === 'top' ? 'I am on top' : 'I am on the bottom'}
      </ButtonLink>
    </Empty>
  );
}
