import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { refusals, type Verdict } from './may-write.ts';

export function NotWritable({
  verdict,
  name,
  blockAddress,
}: {
  verdict: Exclude<Verdict, 'yes'>;
  name: string;
  blockAddress: string;
}) {
  const text = refusals[verdict](name);
  if (verdict === 'away') return <Callout title={text} />;
  if (verdict === 'blocked') {
    return (
      <Callout title={text}>
        <ButtonForm action={blockAddress} fields={{ blocked: '0' }} kind="secondary">
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
          <ButtonLink href="/subscriptions" kind="primary">
            See the plans
          </ButtonLink>
        </p>
      </div>
    </Callout>
  );
}
