import { type FieldWords, Notes, wiring } from '../field.tsx';
import { Icon } from '../pictures/icon.tsx';
import { starNames, starsText } from './stars-text.ts';

/** A rating as stars for the eye and as text for screen readers, cut at the average without a style. */
export function Stars({ average, count, isShort }: { average: number; count?: number; isShort?: boolean }) {
  const [number, ...scale] = starsText(average).split(/(?= of)/);
  return (
    <span className="stars">
      {average > 0 && (
        <svg className="stars__row" width="80" height="16" viewBox="0 0 100 20" aria-hidden="true">
          <use href="#stars" className="stars__off" width="100" height="20" />
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: it is inside a hidden one. */}
          <svg width={(Math.min(average, 5) * 20).toFixed(1)} height="20">
            <use href="#stars" width="100" height="20" />
          </svg>
        </svg>
      )}
      <span>
        {number}
        {isShort ? <span className="visually-hidden">{scale}</span> : scale}
        {count !== undefined && count > 0 && <span className="soft"> ({count})</span>}
      </span>
    </span>
  );
}

/** Five radios, none chosen beforehand; CSS fills them up to the chosen one. */
export function StarInput({
  value,
  required,
  ...words
}: FieldWords & { value?: number; required?: boolean }) {
  const wires = wiring(words);
  return (
    <fieldset className="field" aria-describedby={wires['aria-describedby']}>
      <legend>{words.label}</legend>
      <div className="star-input__row">
        {starNames.map((name, index) => (
          <label className="star-input__star" key={name}>
            <input
              type="radio"
              name={words.name}
              value={index + 1}
              id={index === 0 ? wires.id : undefined}
              defaultChecked={value === index + 1}
              required={required}
              aria-invalid={wires['aria-invalid']}
            />
            <Icon name="star" />
            {`${name} `}
          </label>
        ))}
      </div>
      <Notes id={wires.id} hint={words.hint} error={words.error} />
    </fieldset>
  );
}

const star = ' 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3-4.6-4.4 6.3-.8z';

/** One path for five stars: a browser copies for each rating what the symbol holds. */
export const starSymbol = (
  <symbol id="stars" viewBox="0 0 100 20">
    <path d={`m10 1${star}${`m20 0${star}`.repeat(4)}`} />
  </symbol>
);
