import { api, member } from '../../http/api.server.ts';
import { profilePatch } from './profile.schema.ts';
import { updateProfile } from './profile.server.ts';

const call = api({
  PATCH: member(async (scope, { body }) => updateProfile(scope, await body(profilePatch))),
});
export const loader = call.loader;
export const action = call.action;
