import { dayOf, momentOf, timeOf } from '../../../ui/date.ts';
import { Count } from '../../../ui/figures/count.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { money } from '../../../ui/money.ts';
import { counted, fileSize, percent } from '../../../ui/number.ts';
import { Reference, ReferenceContext } from '../../../ui/reference.tsx';
import { ResponsiveLabel } from '../../../ui/two-words.tsx';
import { Chapter, Shown } from './shown.tsx';

const day = '2030-01-07T15:19:00.000Z';

export function WordsShown() {
  return (
    <Chapter id="words" title="Words and numbers">
      <Shown name="Numbers that scripts keep right: one, some, many">
        <ul>
          {[1, 57, 1_234_567].map((number) => (
            <li key={number}>
              <Count of="#words" number={number} /> follower<span className="plural">s</span>
            </li>
          ))}
        </ul>
      </Shown>
      <Shown name="Numbers, money, days">
        <Lines
          lines={[
            { label: 'Counted', value: counted(1, 'item') },
            { label: 'Counted, many', value: counted(12_345, 'item') },
            { label: 'Part', value: percent(0.125, 1) },
            { label: 'Size', value: fileSize(5_400_000) },
            { label: 'Money', value: money(123_456) },
            { label: 'Given back', value: money(-499) },
            { label: 'Day', value: dayOf(day) },
            { label: 'Moment', value: momentOf(day) },
            { label: 'Hour', value: timeOf(day) },
            { label: 'A link', value: <a href="#words">Bia Rocha</a> },
          ]}
        />
      </Shown>
      <Shown name="Other words on a phone">
        <p>
          <ResponsiveLabel wide="Share Technique" phone="Upload Content" />
        </p>
      </Shown>
      <Shown name="What to tell support">
        <ReferenceContext.Provider value="4f1c9a70">
          <Reference />
        </ReferenceContext.Provider>
      </Shown>
      <Shown name="A link alone on its line">
        <p>
          <a className="tap" href="#words">
            See all techniques
          </a>
        </p>
      </Shown>
      <Shown name="More, if one likes" wide>
        <details>
          <summary>What is in it</summary>
          <p>Everything in the account.</p>
        </details>
      </Shown>
      <Shown name="A panel">
        <div className="panel">
          <p>What belongs together.</p>
        </div>
      </Shown>
    </Chapter>
  );
}
