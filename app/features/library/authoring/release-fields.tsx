import { earlyDays } from '../../../domain/early.ts';
import type { Release } from '../../../domain/release.ts';
import { Field, RadioGroup } from '../../../ui/field.tsx';
import { viewerClock } from '../../../ui/time-zone.ts';
import { Fold } from '../../site/pages/fold.tsx';
import { isFilled } from './details-fields.tsx';

interface Control {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
}

const options: { value: Release; label: string }[] = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Schedule' },
  { value: 'draft', label: 'Keep as a draft' },
];

type Fields = { control: (name: string) => Control };

/** In which time zone the fields are read. */
const zoneNote = () => `${viewerClock().zone ?? 'UTC'} time; your profile has your time zone.`;

function ReleaseFields({ control }: Fields) {
  return (
    <div className="form__pair">
      <RadioGroup {...control('release')} label="Publish" options={options} />
      <Field
        {...control('publishAt')}
        label="Publish on"
        type="datetime-local"
        hint={`Only for ‘Schedule’. ${zoneNote()}`}
      />
    </div>
  );
}

const EarlyField = ({ control }: Fields) => (
  <Field
    {...control('earlyUntil')}
    label="Early access for VIPs until"
    type="datetime-local"
    hint={`Optional, at most ${earlyDays} days after publication. Until then only VIPs and buyers can watch. ${zoneNote()}`}
  />
);

interface ScheduleProps extends Fields {
  /** Of an item that is not published, whose form must show how to publish it. */
  isDraft?: boolean;
  isOut?: boolean;
}

export function ScheduleFields({ control, isDraft, isOut }: ScheduleProps) {
  const open = isDraft || isFilled(control, { release: 'now', publishAt: '', earlyUntil: '' });
  return (
    <Fold question="Schedule it" open={open}>
      <div className="form">
        {!isOut && <ReleaseFields control={control} />}
        <EarlyField control={control} />
      </div>
    </Fold>
  );
}
