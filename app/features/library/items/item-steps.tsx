import { Picture } from '../../../ui/pictures/picture.tsx';
import { contentsOf } from './contents.ts';
import { mediaParts } from './item-media.tsx';
import type { ItemView, ShownMedia } from './item-view.server.ts';
import { clockOf, type Step } from './step.ts';

const besideSizes = '(min-width: 64rem) 36rem, 100vw';
const cardSizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 48vw, 100vw';

/** The steps with their pictures: one each where there are as many, else the pictures beside the list. */
export function ItemSteps({ item, from }: { item: ItemView; from: number | null }) {
  const { stills: others } = mediaParts(item.media);
  const all = item.media.filter(({ video }) => !video);
  const isLesson = item.steps.length > 1 && all.length === item.steps.length;
  const stills = isLesson ? all : others;
  if (item.stepCount === 0 && stills.length === 0) return null;
  if (item.stepCount === 0) return <Stills stills={stills} />;
  const hidden = item.stepCount - item.steps.length;
  return (
    <section className="stack" aria-labelledby="steps">
      <h2 id="steps">Step by step</h2>
      <div className={!isLesson && stills.length > 0 ? 'item__pair' : undefined}>
        {item.steps.length > 0 && (
          <ol className={isLesson ? 'item__cards' : 'item__steps'}>
            {item.steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice, and the list never changes
              <li key={index}>
                {isLesson && <StepPicture still={stills[index]} of={`${index + 1} of ${item.stepCount}`} />}
                <StepText step={step} item={item} isNow={from !== null && step.at === from} />
              </li>
            ))}
          </ol>
        )}
        {!isLesson && <Stills stills={stills} />}
      </div>
      {item.locked && hidden > 0 && <p className="soft">{hiddenText(hidden, item)}</p>}
    </section>
  );
}

/** A step with a time leads to that moment of the video; a script plays it there. */
function StepText({ step, item, isNow }: { step: Step; item: ItemView; isNow: boolean }) {
  const hasVideo = item.media.some(({ video }) => video?.state === 'plays');
  if (step.at === null || !hasVideo) return <p>{step.text}</p>;
  return (
    <a
      className="item__moment"
      href={`/content/${item.id}?t=${step.at}#video`}
      rel="nofollow"
      aria-current={isNow ? 'step' : undefined}
    >
      {step.text}{' '}
      <span className="soft small">
        <span aria-hidden="true">▶</span>&nbsp;<span className="visually-hidden">Play from </span>
        {clockOf(step.at)}
      </span>
    </a>
  );
}

function StepPicture({ still, of }: { still: ShownMedia | undefined; of: string }) {
  if (!still) return null;
  return (
    <>
      <Picture picture={{ ...still.picture, alt: '' }} sizes={cardSizes} loading="lazy" />
      <p className="soft small">Step {of}</p>
    </>
  );
}

function Stills({ stills }: { stills: readonly ShownMedia[] }) {
  if (stills.length === 0) return null;
  return (
    <div className="item__stills">
      {stills.map(({ id, picture }) => (
        <Picture key={id} picture={picture} sizes={besideSizes} loading="lazy" />
      ))}
    </div>
  );
}

function hiddenText(hidden: number, item: ItemView) {
  const more = item.steps.length > 0 ? ' more' : '';
  const steps = hidden === 1 ? `One${more} step` : `${hidden}${more} steps`;
  const media = contentsOf({ ...item, stepCount: 0 });
  return media ? `${steps}, with ${media}, once this is unlocked.` : `${steps}, once this is unlocked.`;
}
