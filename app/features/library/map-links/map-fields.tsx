import { Field } from '../../../ui/field.tsx';
import { Fold } from '../../site/pages/fold.tsx';
import { type Control, isFilled } from '../authoring/details-fields.tsx';
import { wordsLength } from './link-words.ts';

/** Three questions that put an item on the map. With scripts names are suggested while somebody types. */
export function MapFields({ control, choose }: { control: Control; choose?: string | null }) {
  return (
    <Fold question="Put it on the map" open={isFilled(control, { startsIn: '', does: '', endsIn: '' })}>
      <div className="form" data-names="">
        <div className="form__pair">
          <Field
            {...control('startsIn')}
            label="Where does it start?"
            autoComplete="off"
            data-suggest=""
            most={wordsLength}
            hint="Optional, any name in any language: half guard, meia guarda."
          />
          <Field
            {...control('endsIn')}
            label="Where does it end?"
            autoComplete="off"
            data-suggest=""
            most={wordsLength}
            hint="Optional. We ask when a name means several."
          />
        </div>
        <Field
          {...control('does')}
          label="What does it do?"
          autoComplete="off"
          most={wordsLength}
          hint="Optional: knee slice, raspagem de gancho, juji-gatame."
        />
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
