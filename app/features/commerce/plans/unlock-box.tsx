import { ButtonLink } from '../../../ui/button.tsx';
import type { Unlocking } from './unlock.ts';

export function UnlockBox({
  id,
  holds,
  options,
  isSignedIn,
}: Unlocking & { id: number | string; isSignedIn: boolean }) {
  const first = options.find(({ button }) => button)?.button;
  return (
    <section className="panel no-print" aria-labelledby="unlock">
      <h2 id="unlock">What unlocks this</h2>
      <p>
        {holds} {!isSignedIn && <a href={`/auth?tab=sign-in&next=/content/${id}`}>Sign In</a>}
      </p>
      <ul className="unlock">
        {options.map(({ name, today, later, button }) => (
          <li key={name}>
            <h3>{name}</h3>
            <dl className="lines">
              <div>
                <dt>Today</dt>
                <dd>{today}</dd>
              </div>
              <div>
                <dt>Later</dt>
                <dd>{later}</dd>
              </div>
            </dl>
            {button && (
              <ButtonLink href={button.href} kind={button === first ? 'primary' : 'secondary'}>
                {button.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
