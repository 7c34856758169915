import type { Option } from '../../../ui/field.tsx';
import type { MapState, Ruleset } from '../graph/states.ts';
import type { NameLanguage } from '../names/languages.ts';
import { rulesetLabels } from '../screens/labels.ts';

export const kindLabels = { position: 'Position', transition: 'Transition' } as const;

export const stateLabels: Record<MapState, string> = {
  proposed: 'Waiting for a curator',
  accepted: 'On the map',
  merged: 'Merged',
  declined: 'Declined',
};

export const correctionLabels = { open: 'Waiting for a curator', accepted: 'Accepted', declined: 'Declined' };

export const subjectLabels = {
  name: 'Its name, or one that is missing',
  role: 'Who acts, or who ends on top',
  ruleset: 'Gi or no-gi',
  link: 'Where it starts or ends',
  other: 'Something else',
} as const;

const languageLabels: Record<NameLanguage, string> = {
  en: 'English',
  pt: 'Portuguese',
  ja: 'Japanese',
  'ja-latn': 'Japanese, romanised',
};
const optionsOf = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export const languageOptions = optionsOf(languageLabels);
export const rulesetOptions = optionsOf(rulesetLabels satisfies Record<Ruleset, string>);
export const actorOptions = optionsOf({
  top: 'The one on top',
  bottom: 'The one on the bottom',
  both: 'Both, or it depends',
});
export const subjectOptions = optionsOf(subjectLabels);
export const unchanged: Option = { value: '', label: 'Leave it as it is' };
