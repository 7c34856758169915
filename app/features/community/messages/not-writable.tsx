import { plansPath } from '../../../domain/checkout-paths.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { refusals, type Verdict } from './may-write.ts';

export function NotWritable({
  verdict,
  name,
  here,
}: {
  verdict: Exclude<Verdict, 'yes'>;
  name: string;
  /** The address of the conversation. */
  here: string;
}) {
  const text = refusals[verdict](name);
  if (verdict === 'away') return <Callout title={text} />;
  if (verdict === 'blocked') {
    return (
      <Callout title={text}>
        <ButtonForm action={`${here}/block`} fields={{ blocked: '0' }} kind="secondary">
          Unblock {name}
        </ButtonForm>
      </Callout>
    );
  }
  return (
    <Callout title="Athlete messaging is part of Premium" icon="crown">
      <div className="stack">
        <p>{text}</p>
        <p>
          <ButtonLink href={plansPath(here)} kind="primary">
            See the plans
          </ButtonLink>
        </p>
      </div>
    </Callout>
  );
}
