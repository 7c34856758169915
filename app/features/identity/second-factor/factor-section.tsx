import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { dayOf } from '../../../ui/date.ts';
import { codesLeftText } from './codes-left.ts';

interface FactorFacts {
  since: string | null;
  codesLeft: number;
}

export function FactorSection({ factor, isOwed }: { factor: FactorFacts; isOwed: boolean }) {
  const { since, codesLeft } = factor;
  return (
    <section className="panel" aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      {since === null ? (
        <>
          {isOwed && <Callout title="Set it up to open the admin pages" />}
          <p>You’ll also enter a code from an app on your phone, so a stolen password isn’t enough.</p>
          <ButtonForm action="/account/security/second-factor/begin" kind="primary" icon="shield">
            Set up
          </ButtonForm>
        </>
      ) : (
        <>
          <p>
            <Badge>On</Badge> since {dayOf(since)}. {codesLeftText(codesLeft)}
          </p>
          <p className="row">
            <ButtonLink href="/account/security/second-factor/codes" kind="secondary">
              Make new recovery codes
            </ButtonLink>
            <ButtonLink href="/account/security/second-factor/off" kind="quiet">
              Switch off
            </ButtonLink>
          </p>
        </>
      )}
    </section>
  );
}
