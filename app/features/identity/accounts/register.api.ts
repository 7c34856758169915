import { json } from '@remix-run/node';
import { api, everyone } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { beginSessionHeaders } from '../../../http/security/session.server.ts';
import { viewerById } from '../sessions/sessions.server.ts';
import { signUpSchema } from './account.schema.ts';
import { currentUser, register } from './accounts.server.ts';
import { userShape } from './user.schema.ts';

const joining = {
  summary: 'Join',
  details: 'Also signs in, and sends an email to confirm the address.',
  body: signUpSchema,
  example: {
    firstName: 'Bia',
    lastName: 'Costa',
    username: 'coach_bia',
    email: 'bia@example.com',
    password: 'jiujitsu',
    confirmPassword: 'jiujitsu',
  },
  rateLimits: ['registration'],
  responses: { 201: userShape },
} satisfies Description;

const call = api({
  POST: everyone(joining, async (scope, { body, context, request }) => {
    const userId = await register(scope, await body());
    const headers = await beginSessionHeaders(
      scope,
      context.cookies,
      userId,
      request.headers.get('user-agent'),
    );
    const viewer = await viewerById(scope.em, userId, scope.now());
    return json(await currentUser({ ...scope, viewer }), { status: 201, headers });
  }),
});
export const loader = call.loader;
export const action = call.action;
