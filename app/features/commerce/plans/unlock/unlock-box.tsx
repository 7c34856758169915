import { ButtonLink } from '../../../../ui/button.tsx';
import type { Unlocking, UnlockOption } from './unlock.ts';

interface UnlockBoxProps extends Unlocking {
  /** The page that a visitor comes back to, as it stands in an address. */
  back: string;
  isSignedIn: boolean;
  title?: string;
}

/** The cheapest way to open an item with the page's one main button; the others are folded away. */
export function UnlockBox({
  back,
  holds,
  wait,
  pitch,
  options,
  isSignedIn,
  title = 'What unlocks this',
}: UnlockBoxProps) {
  const [first, ...others] = options;
  return (
    <section className="panel no-print" aria-labelledby="unlock">
      <h2 id="unlock">{title}</h2>
      {pitch && <p>{pitch}</p>}
      {wait && <p>{wait}</p>}
      {first && <OptionShown option={first} isFirst />}
      <p className="soft small">
        {holds} {!isSignedIn && <a href={`/auth?tab=sign-in&next=${back}`}>Sign In</a>}
      </p>
      {others.length > 0 && (
        <details>
          <summary>Other ways to watch</summary>
          <ul className="stack">
            {others.map((option) => (
              <li key={option.name}>
                <OptionShown option={option} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OptionShown({ option, isFirst }: { option: UnlockOption; isFirst?: boolean }) {
  const { name, price, terms, note, button } = option;
  return (
    <div className="unlock__way">
      <h3>{name}</h3>
      <p>
        <strong className="as-h2">{price}</strong> <span className="soft">{terms}</span>
      </p>
      {note && <p className="soft small">{note}</p>}
      {button && (
        <ButtonLink href={button.href} kind={isFirst ? 'primary' : 'secondary'} full>
          {button.label}
        </ButtonLink>
      )}
    </div>
  );
}
