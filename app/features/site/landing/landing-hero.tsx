import { ButtonLink } from '../../../ui/button.tsx';
import { keptInside } from '../../../ui/kept-markup.ts';
import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import narrowSmall from './hero/lock-384.avif?url';
import narrow from './hero/lock-768.avif?url';
import narrowMoving from './hero/lock-moving.avif?url';
import small from './hero/throw-384.avif?url';
import plain from './hero/throw-640.webp?url';
import middle from './hero/throw-768.avif?url';
import large from './hero/throw-1280.avif?url';
import moving from './hero/throw-moving.avif?url';

/** Drawn by `drawScene('ankle-lock:sage')`, as large as the text of a phone allows. */
const lock = { type: 'image/avif', srcSet: `${narrowSmall} 384w, ${narrow} 768w` };
/** Drawn by `drawScene('tomoe-nage:sage:close')` (app/demo/draw.ts); 384 and 768 fit usual phones. */
const art: PictureFacts = {
  src: plain,
  width: 640,
  height: 480,
  color: '#eceee1',
  alt: 'Two athletes on the mat, one in white and one in blue, in the middle of a technique',
  sources: [
    { media: '(width < 40rem)', ...lock },
    { type: 'image/avif', srcSet: `${small} 384w, ${middle} 768w, ${large} 1280w` },
  ],
  // Of the same positions, so that they begin and end as the images (app/demo/clips/make-clips.ts).
  loop: moving,
  smallLoop: narrowMoving,
};

/** Members see the band at every width, because their hero is low. */
const band: PictureFacts = { ...art, sources: [lock], loop: undefined };
/** One size of each, and nothing moves. */
const smaller = (picture: PictureFacts): PictureFacts => ({
  ...picture,
  loop: undefined,
  sources: picture.sources.map((each) => ({ ...each, srcSet: each.srcSet.split(' ', 1)[0] ?? '' })),
});

/** Both buttons lead visitors to sign up (E2.16) and members to the page they name. */
export function LandingHero({ firstName, savesData }: { firstName: string | null; savesData?: boolean }) {
  const isMember = firstName !== null;
  return (
    <section className="hero" data-member={isMember ? '' : undefined}>
      <div className="hero__words">
        <p className="hero__tag">{isMember ? `Good to see you, ${firstName}` : 'The Sum of Jiu-Jitsu'}</p>
        <h1>Share your favorite techniques</h1>
        {isMember ? <MemberWords /> : <VisitorWords />}
      </div>
      <div className="hero__picture" {...drawing({ isMember, savesData })} />
    </section>
  );
}

const drawing = keptInside(({ isMember, savesData }: { isMember: boolean; savesData?: boolean }) => {
  const picture = isMember ? band : art;
  return (
    <Picture
      picture={savesData ? smaller(picture) : picture}
      sizes="(width >= 76rem) 34rem, (width >= 40rem) 44vw, 92vw"
      urgent
    />
  );
});

const VisitorWords = () => (
  <>
    <p className="lead">
      One grip, one angle, one detail at a time. Practitioners from every gym publish what works for them when
      it counts; you learn it in pictures and videos, step by step, and take it to the mat.
    </p>
    <div className="row">
      <ButtonLink size="large" href="/auth">
        Explore Techniques
      </ButtonLink>
    </div>
    {/* A row of its own: on a slow line half of its words may be painted, which would have room beside the first. */}
    <div className="row">
      <ButtonLink size="large" kind="secondary" href="/auth">
        Share Your Knowledge
      </ButtonLink>
    </div>
  </>
);

const MemberWords = () => (
  <>
    <p className="lead">See what is new from the athletes you follow, or publish what works for you.</p>
    <div className="row">
      <ButtonLink href="/dashboard" icon="home">
        Go to your feed
      </ButtonLink>
      <ButtonLink kind="secondary" href="/discover">
        Explore Techniques
      </ButtonLink>
      <ButtonLink kind="secondary" href="/upload">
        Share Your Knowledge
      </ButtonLink>
    </div>
  </>
);
