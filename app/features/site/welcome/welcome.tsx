import type { ReactNode } from 'react';
import { Button, ButtonForm } from '../../../ui/button.tsx';
import { counted } from '../../../ui/number.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';
import { FollowButton } from '../../community/follows/follow-button.tsx';
import { readableEmail } from '../../identity/accounts/email-address.ts';
import { beltLabel, beltLevels } from '../../identity/profile/martial-arts.ts';
import { OutboxNote } from '../outbox/outbox-note.tsx';
import type { WelcomeFacts } from './welcome.server.ts';

/** The first steps of a new member, above the feed and the landing page; `back` is where its forms return to. */
export function Welcome({ facts, back }: { facts: WelcomeFacts | null; back: string }) {
  if (!facts) return null;
  const { firstName, athletes, followed, belt, isEmailVerified } = facts;
  return (
    <section className="panel welcome" id="welcome" aria-labelledby="welcome-title">
      <div className="row row--apart">
        <h2 id="welcome-title">Welcome, {firstName}.</h2>
        <ButtonForm
          action="/welcome/close"
          fields={{ back }}
          kind="quiet"
          icon="close"
          aria-label="Close the welcome"
        />
      </div>
      <ol className="welcome__steps">
        <Step title="Follow three athletes" icon="users" isDone={followed >= athletes}>
          <p className="soft small">
            <span data-of="following" data-count={followed}>
              {followed}
            </span>{' '}
            of {athletes}. Their new techniques come to your feed.
          </p>
          <Athletes facts={facts} back={back} />
        </Step>
        <Step title="Pick your belt" icon="star" isDone={belt !== null}>
          {belt === null ? <BeltForm back={back} /> : <p className="soft small">{beltLabel(belt)}</p>}
        </Step>
        <Step title="Confirm your email" icon="mail" isDone={isEmailVerified}>
          <EmailStep facts={facts} back={back} />
        </Step>
      </ol>
    </section>
  );
}

function Step({
  title,
  icon,
  isDone,
  children,
}: {
  title: string;
  icon: IconName;
  isDone: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <div className="stack">
        <h3 className={isDone ? 'row soft' : 'row'}>
          <Icon name={isDone ? 'check' : icon} />
          <span>
            {title}
            {isDone && <span className="visually-hidden">, done</span>}
          </span>
        </h3>
        {children}
      </div>
    </li>
  );
}

function Athletes({ facts: { suggested }, back }: { facts: WelcomeFacts; back: string }) {
  if (suggested.length === 0) return null;
  return (
    <ul className="stack">
      {suggested.map(({ id, username, name, avatar, contentCount }) => (
        <li key={id} className="row row--apart">
          <div className="row">
            <Avatar userId={id} imageUrl={avatar} />
            <p>
              <a href={`/creators/${username}`}>{name}</a>
              <br />
              <span className="soft small">{counted(contentCount, 'technique')}</span>
            </p>
          </div>
          <FollowButton username={username} name={name} following={false} back={back} kind="secondary" />
        </li>
      ))}
    </ul>
  );
}

function BeltForm({ back }: { back: string }) {
  return (
    <form method="post" action="/welcome/belt" className="stack">
      <input type="hidden" name="back" value={back} />
      <p className="soft small">Athletes and partners see it on your profile.</p>
      <div className="ask-row">
        <label className="visually-hidden" htmlFor="welcome-belt">
          Belt
        </label>{' '}
        <select className="input" id="welcome-belt" name="belt" defaultValue="white">
          {beltLevels.map((belt) => (
            <option key={belt} value={belt}>
              {beltLabel(belt)}
            </option>
          ))}
        </select>{' '}
        <Button kind="secondary" pending="Saving...">
          Save belt
        </Button>
      </div>
    </form>
  );
}

function EmailStep({ facts, back }: { facts: WelcomeFacts; back: string }) {
  const { email, isEmailVerified, hasOutbox } = facts;
  if (isEmailVerified) return <p className="soft small">{readableEmail(email)} is confirmed.</p>;
  return (
    <>
      <p className="soft small">
        Open the link that we sent to <strong>{readableEmail(email)}</strong>. It lets you back in when you
        forget your password.
      </p>
      <OutboxNote hasOutbox={hasOutbox} />
      <ButtonForm action="/account/email/send-again" fields={{ back }} kind="secondary">
        Send again
      </ButtonForm>
    </>
  );
}
