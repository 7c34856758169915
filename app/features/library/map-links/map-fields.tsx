import { Field } from '../../../ui/field.tsx';
import { Fold } from '../../site/pages/fold.tsx';
import { type Control, isFilled } from '../authoring/details-fields.tsx';
import { wordsLength } from './link-questions.ts';

/** Three questions that put an item on the map. With scripts names are suggested while a name is typed. */
export function MapFields({ control, choose }: { control: Control; choose?: string | null }) {
  return (
    <Fold question="Put it on the map" open={isFilled(control, { startsIn: '', does: '', endsIn: '' })}>
      <div className="form" data-names="">
        <p className="field__hint">Optional, in any language: half guard, meia guarda.</p>
        <div className="form__pair">
          <Field
            {...control('startsIn')}
            label="Where does it start?"
            autoComplete="off"
            data-suggest=""
            most={wordsLength}
          />
          <Field
            {...control('endsIn')}
            label="Where does it end?"
            autoComplete="off"
            data-suggest=""
            most={wordsLength}
          />
        </div>
        <Field {...control('does')} label="What does it do?" autoComplete="off" most={wordsLength} />
        {choose && (
          <p>
            <a className="tap" href={choose}>
              Choose what these names mean
            </a>
          </p>
        )}
      </div>
    </Fold>
  );
}
