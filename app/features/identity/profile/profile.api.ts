import { api, member } from '../../../http/api/api.server.ts';
import { userShape } from '../accounts/user.schema.ts';
import { profilePatch } from './profile.schema.ts';
import { updateProfile } from './profile.server.ts';

const call = api({
  PATCH: member(
    {
      summary: 'Change one’s profile',
      details:
        'Fields left out keep their value; an empty text or null empties a field. A new `email` or `payoutEmail` asks for `currentPassword`, and with a second factor for `code`; a new `email` counts once its link was opened.',
      body: profilePatch,
      example: { beltLevel: 'purple', bio: 'Half guard, mostly.' },
      responses: { 200: userShape },
    },
    async (scope, { body }) => updateProfile(scope, await body()),
  ),
});
export const loader = call.loader;
export const action = call.action;
