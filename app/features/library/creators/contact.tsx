import { ButtonLink } from '../../../ui/button.tsx';
import type { ContactWay } from '../../identity/profile/contact.ts';

interface ContactProps {
  name: string;
  ways: ContactWay[] | null;
  isSelf: boolean;
  isSignedIn: boolean;
}

export function Contact({ name, ways, isSelf, isSignedIn }: ContactProps) {
  return (
    <section className="panel no-print" aria-labelledby="contact">
      <h2 id="contact">Direct contact</h2>
      {ways ? <Ways ways={ways} /> : <Closed name={name} isSignedIn={isSignedIn} />}
      {isSelf && (
        <p className="soft small">
          VIP members and admins see this. <a href="/profile?edit#field-contactLines">Change it</a>
        </p>
      )}
    </section>
  );
}

const Ways = ({ ways }: { ways: ContactWay[] }) => (
  <ul className="ruled">
    {ways.map(({ text, href }) => (
      <li key={text}>
        {href ? (
          <a href={href} rel="nofollow ugc noopener noreferrer">
            {text}
          </a>
        ) : (
          <span>{text}</span>
        )}
      </li>
    ))}
  </ul>
);

function Closed({ name, isSignedIn }: { name: string; isSignedIn: boolean }) {
  const plan = '/subscribe?plan=vip';
  const href = isSignedIn ? plan : `/auth?tab=sign-up&next=${encodeURIComponent(plan)}`;
  return (
    <>
      <p>{name} shares contact details with VIP members.</p>
      <p>
        <ButtonLink href={href} kind="secondary">
          {isSignedIn ? 'Get VIP Elite' : 'Sign up for VIP Elite'}
        </ButtonLink>
      </p>
    </>
  );
}
