import { ButtonLink } from '../../ui/button.tsx';

/** Visitors are sent to sign up by both buttons; members go straight to what they name. */
export function LandingHero({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section className="hero">
      <div className="hero__words">
        <p className="hero__tag">The Sum of Jiu-Jitsu</p>
        <h1>Share your favorite techniques</h1>
        <p className="lead">
          One grip, one angle, one detail at a time. Practitioners publish what works for them; you learn it
          in pictures and film, and take it to the mat.
        </p>
        <div className="row">
          <ButtonLink size="large" href={isSignedIn ? '/discover' : '/auth'}>
            Explore Techniques
          </ButtonLink>{' '}
          <ButtonLink size="large" kind="secondary" href={isSignedIn ? '/upload' : '/auth'}>
            Share Your Knowledge
          </ButtonLink>
        </div>
        {isSignedIn && (
          <p>
            <a href="/dashboard">Go to your feed</a>
          </p>
        )}
      </div>
      <Athlete />
    </section>
  );
}

/** A gi with a knotted black belt, drawn flat; its own colours hold in both themes. */
function Athlete() {
  return (
    <svg className="hero__art" width="480" height="440" viewBox="0 0 480 440" aria-hidden="true">
      <path fill="#8fa68f" d="M0 0h480v440H0z" />
      <path fill="#7f9880" d="M0 330h480v110H0z" />
      <path fill="#c98f65" d="M194 0h92v80l-46 110-46-110z" />
      <path fill="#b57c54" d="M194 30c20 34 72 34 92 0v28c-24 30-68 30-92 0z" />
      <g fill="#fbf6ec" stroke="#1c1815" strokeWidth="3" strokeLinejoin="round">
        <path d="M128 92C70 118 40 220 22 450h110zM352 92c58 26 88 128 106 358H348z" />
        <path d="m196 52-70 42c-8 110-4 240-14 350h256c-10-110-6-240-14-350l-70-42-44 120z" />
        <path d="m284 52 30 18c-10 100-60 180-132 232h-56c90-60 138-140 158-250z" />
        <path d="m196 52-30 18c10 100 60 180 132 232h56c-90-60-138-140-158-250z" />
      </g>
      <g fill="#1c1815" stroke="#fbf6ec" strokeWidth="3" strokeLinejoin="round">
        <path d="M118 284c80 14 164 14 244 0l2 44c-84 14-164 14-248 0z" />
        <path d="m232 300-74 116 40 24 62-122zM248 300l74 116-40 24-62-122z" />
        <path d="m206 284 68 6c8 14 8 30 0 44l-68-6c-8-14-8-30 0-44z" />
      </g>
      <path fill="#c8372a" d="m186 372-18 28 39 24 16-30zM294 372l18 28-39 24-16-30z" />
      <path stroke="#fff" strokeWidth="4" d="m180 381 38 22m-44-13 39 22" />
    </svg>
  );
}
