import { api, member } from '../../../http/api/api.server.ts';
import type { Description } from '../../../http/api/description.ts';
import { chooseKinds, wantedKinds } from '../../identity/profile/notification-choices.server.ts';
import { choicesCallSchema, kindsShape } from './notification.schema.ts';

const reading = {
  summary: 'Read the notification settings',
  responses: { 200: kindsShape },
} satisfies Description;

const choosing = {
  summary: 'Change the notification settings',
  details: 'It counts for what happens from then on. None is a choice, too.',
  body: choicesCallSchema,
  example: { kinds: ['message', 'sale'] },
  responses: { 200: kindsShape },
} satisfies Description;

const call = api({
  GET: member(reading, async (scope) => ({ kinds: await wantedKinds(scope) })),
  PUT: member(choosing, async (scope, { body }) => {
    await chooseKinds(scope, (await body()).kinds);
    return { kinds: await wantedKinds(scope) };
  }),
});
export const loader = call.loader;
export const action = call.action;
