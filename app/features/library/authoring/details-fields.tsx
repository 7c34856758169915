import type { ReactNode } from 'react';
import { contentLimits } from '../../../domain/content-limits.ts';
import {
  categories,
  type DownloadRight,
  difficultyLevels,
  downloadRights,
  labelOf,
  suggestedBelts,
  techniqueTypes,
} from '../../../domain/content-terms.ts';
import { tiers } from '../../../domain/tiers.ts';
import { Checkbox, Field, type Option, Select, TextArea } from '../../../ui/field.tsx';
import { Fold } from '../../site/pages/fold.tsx';

export type Control = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string[] | undefined;
};

const optionsOf = (words: readonly string[]): Option[] =>
  words.map((word) => ({ value: word, label: labelOf(word) }));

const downloadNames: Record<DownloadRight, string> = {
  members: 'Premium, VIP and buyers',
  buyers: 'Buyers only',
  nobody: 'Nobody',
};
const downloadOptions = downloadRights.map((value) => ({ value, label: downloadNames[value] }));

const none: Option = { value: '', label: 'Choose…' };

export function MainFields({
  control,
  listed = categories,
  missing,
}: {
  control: Control;
  listed?: readonly string[];
  /** Said by a script while files travel; otherwise the server says it. */
  missing?: { title: string; category?: string };
}) {
  return (
    <>
      <Field
        {...control('title')}
        label="Title"
        required
        most={contentLimits.titleLength}
        data-missing={missing?.title}
      />
      <TextArea
        {...control('description')}
        label="Description"
        most={contentLimits.descriptionLength}
        hint={`Optional, at most ${contentLimits.descriptionLength} characters.`}
      />
      <div className="form__pair">
        <Select
          {...control('category')}
          label="Category"
          required
          data-missing={missing?.category}
          options={[none, ...optionsOf(listed)]}
        />
        <Select
          {...control('tier')}
          label="Tier"
          options={optionsOf(tiers)}
          hint="Who can watch it. Buyers always can."
        />
      </div>
    </>
  );
}

/** Whether a group of fields holds an error or something else than usual, and so is open. */
export const isFilled = (control: Control, usual: Record<string, string>) =>
  Object.entries(usual).some(([name, value]) => {
    const { defaultValue, error } = control(name);
    return error !== undefined || (defaultValue || value) !== value;
  });

const usualTechnique = {
  steps: '',
  tags: '',
  techniqueType: '',
  difficultyLevel: 'beginner',
  beltLevelRequired: 'white',
  downloads: 'members',
};

export function TechniqueFields({ control }: { control: Control }) {
  return (
    <Fold question="Teach it" open={isFilled(control, usualTechnique)}>
      <div className="form">
        <TextArea {...control('steps')} label="Steps" rows={5} hint="Optional, one per line, in order." />
        <Field {...control('tags')} label="Tags" hint="Comma separated, with names of other schools." />
        <div className="form__three">
          <Select
            {...control('techniqueType')}
            label="Technique type"
            options={[{ value: '', label: 'None' }, ...optionsOf(techniqueTypes)]}
          />
          <Select
            {...control('difficultyLevel')}
            label="Difficulty level"
            options={optionsOf(difficultyLevels)}
          />
          <Select
            {...control('beltLevelRequired')}
            label="Suggested belt"
            options={optionsOf(suggestedBelts)}
          />
        </div>
        <Select
          {...control('downloads')}
          label="Downloads"
          options={downloadOptions}
          hint="Your analytics count them."
        />
      </div>
    </Fold>
  );
}

export function SaleFields({ control, note }: { control: Control; note: ReactNode }) {
  const { defaultValue, ...sale } = control('isForSale');
  return (
    <Fold question="Sell it" open={isFilled(control, { isForSale: '', price: '' })}>
      <div className="form__pair">
        <Checkbox {...sale} label="Sell this item" defaultChecked={defaultValue === 'true'} hint={note} />
        <Field
          {...control('price')}
          label="Price in US dollars"
          type="number"
          inputMode="decimal"
          step="0.01"
          min={contentLimits.minPriceCents / 100}
          max={contentLimits.maxPriceCents / 100}
          hint="$0.99 to $500. You keep half."
        />
      </div>
    </Fold>
  );
}
