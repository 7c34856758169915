import { ButtonLink } from '../../../../ui/button.tsx';
import { money } from '../../../../ui/money.ts';
import { counted } from '../../../../ui/number.ts';
import { type AskVerdict, askRefusal } from './may-ask.ts';

interface OfferBoxProps {
  username: string;
  name: string;
  priceCents: number;
  days: number;
  atOnce: number;
  free: number;
  note: string | null;
  verdict: AskVerdict;
}

export function OfferBox({ verdict, ...offer }: OfferBoxProps) {
  const { username, name, priceCents, days, free, note } = offer;
  if (verdict === 'closed') return null;
  const next = `/creators/${username}/request`;
  const closed = verdict === 'yes' || verdict === 'self' ? null : askRefusal(verdict, { ...offer, next });
  return (
    <section className="panel no-print" aria-labelledby="request">
      <h2 id="request">Request a technique</h2>
      <p>
        {name} makes one just for you: {money(priceCents)}, within {counted(days, 'day')}.
      </p>
      {note && (
        <p className="as-written" dir="auto">
          {note}
        </p>
      )}
      {closed && <p className="soft">{closed.text}</p>}
      <p>
        {verdict === 'yes' && (
          <ButtonLink href={next} kind="secondary" rel="nofollow">
            Ask {name}
          </ButtonLink>
        )}
        {verdict === 'self' && (
          <span className="soft small">
            {counted(free, 'place')} free. <a href="/requests/offer">Change it</a>
          </span>
        )}
        {closed?.link && (
          <ButtonLink href={closed.link.href} kind="secondary" rel="nofollow">
            {closed.link.label}
          </ButtonLink>
        )}
      </p>
    </section>
  );
}
