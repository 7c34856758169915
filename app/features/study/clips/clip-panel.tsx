import { ButtonForm } from '../../../ui/button.tsx';
import type { Loop } from './clip.schema.ts';
import { loopLabel } from './loop.ts';
import { whenReady } from './when-ready.ts';

interface Props {
  id: number;
  title: string;
  loop: Loop;
  clip: {
    state: 'none' | 'unable' | 'waiting' | 'ready' | 'failed';
    before: number | null;
    url: string | null;
  };
  here: string;
  width: number;
  height: number;
}

/** The same part as a short silent video that the server cuts, for browsers without scripts. */
export function ClipPanel({ id, title, loop, clip, here, width, height }: Props) {
  return (
    <section className="panel no-print" aria-labelledby="clip">
      <h2 id="clip">Silent clip</h2>
      {clip.url !== null && (
        <video
          className="item__film"
          src={clip.url}
          width={width}
          height={height}
          aria-label={`${loopLabel(loop)} of ${title}, without sound`}
          loop
          muted
          playsInline
          autoPlay
          controls
        />
      )}
      {clip.state === 'none' && <p>Repeats by itself and needs no scripts.</p>}
      {clip.state === 'unable' && <p>We cannot cut clips at the moment.</p>}
      {clip.state === 'failed' && <p role="status">We could not cut this clip.</p>}
      {clip.state === 'waiting' && (
        <p role="status" data-cutting="">
          {whenReady(clip.before)}{' '}
          <a className="tap" href={here}>
            Look again
          </a>
        </p>
      )}
      {(clip.state === 'none' || clip.state === 'failed') && (
        <ButtonForm
          action={`/content/${id}/loop/clip`}
          fields={{ ...texts(loop), back: here }}
          kind="secondary"
          pending="Asking..."
        >
          {clip.state === 'none' ? 'Make a loop without scripts' : 'Try again'}
        </ButtonForm>
      )}
    </section>
  );
}

const texts = (loop: Loop) =>
  Object.fromEntries(Object.entries(loop).map(([name, value]) => [name, String(value)]));
