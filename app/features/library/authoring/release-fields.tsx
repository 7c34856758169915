import { earlyDays } from '../../../domain/early.ts';
import type { Release } from '../../../domain/release.ts';
import { momentOf } from '../../../ui/date.ts';
import { Field, RadioGroup } from '../../../ui/field.tsx';
import { Fold } from '../../site/pages/fold.tsx';
import { isFilled } from './details-fields.tsx';

interface Control {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
}

const options: { value: Release; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'later', label: 'At a moment' },
  { value: 'draft', label: 'Keep as a draft' },
];

type Fields = { control: (name: string) => Control; utcNow: string };

const inUtc = (utcNow: string) => `Now it is ${momentOf(`${utcNow}Z`)}.`;

function ReleaseFields({ control, utcNow }: Fields) {
  return (
    <div className="form__pair">
      <RadioGroup {...control('release')} label="Publish" options={options} />
      <Field
        {...control('publishAt')}
        label="Moment, in UTC"
        type="datetime-local"
        hint={`Only for 'At a moment'. ${inUtc(utcNow)}`}
      />
    </div>
  );
}

const EarlyField = ({ control, utcNow }: Fields) => (
  <Field
    {...control('earlyUntil')}
    label="VIPs first until, in UTC"
    type="datetime-local"
    hint={`Optional, at most ${earlyDays} days after it is published. Until then only VIPs and buyers open it, afterwards everybody whom its tier lets in. ${inUtc(utcNow)}`}
  />
);

interface ScheduleProps extends Fields {
  /** Of an item that is not published, whose form must show how to publish it. */
  isDraft?: boolean;
  isOut?: boolean;
}

export function ScheduleFields({ control, utcNow, isDraft, isOut }: ScheduleProps) {
  const open = isDraft || isFilled(control, { release: 'now', publishAt: '', earlyUntil: '' });
  return (
    <Fold question="Schedule it" open={open}>
      <div className="form">
        {!isOut && <ReleaseFields control={control} utcNow={utcNow} />}
        <EarlyField control={control} utcNow={utcNow} />
      </div>
    </Fold>
  );
}
