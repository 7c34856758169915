import { Refused } from '../../../errors.ts';
import { memberButton, noPage } from '../../../http/pages/button.server.ts';
import { moveMedia, type Step } from './own-media.server.ts';

const steps: readonly unknown[] = ['first', 'earlier', 'later'] satisfies Step[];

export const loader = noPage;

export const action = memberButton(async (scope, { id, longId, fields }) => {
  const step = (await fields()).get('step');
  if (!steps.includes(step)) throw new Refused('Please press the button again.', { status: 400 });
  await moveMedia(scope, { id: id(), mediaId: longId('mediaId'), step: step as Step });
  return {};
});
