import { Refused } from '../../../errors.ts';
import { adminButton, noAdminPage } from '../../../http/pages/button.server.ts';
import { moveFeatured, type Step, steps } from './move-featured.server.ts';

export const loader = noAdminPage;

export const action = adminButton(async (scope, { id, fields }) => {
  const step = (await fields()).get('step');
  if (!steps.some((each) => each === step)) {
    throw new Refused('Please press the button again.', { status: 400 });
  }
  await moveFeatured(scope, id(), step as Step);
  return {};
});
