import { Field, Notes } from '../../../ui/field.tsx';
import type { Control } from '../authoring/details-fields.tsx';
import type { DrawnQuestion } from './candidate-drawings.server.ts';
import { type Question, wordsLength } from './link-questions.ts';

const titles: Record<Question, string> = {
  startsIn: 'Where does it start?',
  does: 'What does it do?',
  endsIn: 'Where does it end?',
};

type ControlFacts = ReturnType<Control>;

interface Props {
  question: DrawnQuestion;
  control: ControlFacts;
  chosen: ControlFacts;
}

/** One question: what may be meant, and the field with its words. */
export function QuestionFields({ question, control, chosen }: Props) {
  const { waiting, linked } = question;
  const title = titles[question.name];
  if (!waiting) {
    return (
      <Field
        {...control}
        label={title}
        autoComplete="off"
        most={wordsLength}
        hint={
          linked?.path ? <a href={linked.path}>See it on the map</a> : 'Optional, any name in any language.'
        }
      />
    );
  }
  return (
    <fieldset className="field panel">
      <legend>{title}</legend>
      {waiting.candidates.length === 0 && <p className="soft">The map has no such name yet.</p>}
      <div className="choices choices--column">
        {waiting.candidates.map((candidate) => (
          <Choice
            key={`${candidate.kind}${candidate.id}`}
            name={chosen.name}
            candidate={candidate}
            chosen={chosen}
          />
        ))}
        <label className="choice">
          <input type="radio" name={chosen.name} value="new" defaultChecked={chosen.defaultValue === 'new'} />
          <span>
            None of these: propose ‘{waiting.words}’ as new.{' '}
            <span className="soft small">Shown on your item until a curator has looked at it.</span>
          </span>
        </label>{' '}
        <label className="choice">
          <input
            type="radio"
            name={chosen.name}
            value="later"
            defaultChecked={!chosen.defaultValue || chosen.defaultValue === 'later'}
          />
          <span>Choose later</span>
        </label>
      </div>
      <Notes id={`field-${chosen.name}`} error={chosen.error} />
      <Field {...control} label="Or another name" autoComplete="off" most={wordsLength} />
    </fieldset>
  );
}

const letters = { position: 'p', transition: 't', term: 'm' } as const;

type Candidate = NonNullable<DrawnQuestion['waiting']>['candidates'][number];

function Choice({ name, candidate, chosen }: { name: string; candidate: Candidate; chosen: ControlFacts }) {
  const value = `${letters[candidate.kind]}${candidate.id}`;
  return (
    <label className="choice">
      <input type="radio" name={name} value={value} defaultChecked={chosen.defaultValue === value} />
      <span>
        {candidate.name} {candidate.note && <span className="soft small">{candidate.note}</span>}
        {/* The words beside it say the same. */}
        {candidate.drawing && <SmallDrawing {...candidate.drawing} />}
      </span>
    </label>
  );
}

const shownWidth = 120;

/** Stands still, and is as large as a line of a list can be. */
function SmallDrawing({ light, dark, width, height }: NonNullable<Candidate['drawing']>) {
  return (
    <picture>
      {light && dark && <source media="(prefers-color-scheme: dark)" srcSet={dark.still} />}
      <img
        src={(light ?? dark)?.still}
        width={shownWidth}
        height={Math.round((height * shownWidth) / width)}
        alt=""
        loading="lazy"
      />
    </picture>
  );
}
