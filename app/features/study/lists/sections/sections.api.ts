import { api, member } from '../../../../http/api/api.server.ts';
import type { Description } from '../../../../http/api/description.ts';
import { noSuchList, sectionsAnswer, sectionsCall } from '../list.schema.ts';
import { saveSections, sectionsOf } from './sections.server.ts';

const saving = {
  summary: 'Write the sections of an own course',
  details:
    'All of them in their order. One without `id` is new; one that is left out is removed, and its entries go to the section before it.',
  body: sectionsCall,
  example: { sections: [{ title: 'Getting under' }, { title: 'Finishing' }] },
  rateLimits: ['list change'],
  responses: { 200: sectionsAnswer },
  errorResponses: {
    404: noSuchList,
    409: 'The course was changed since `version`.',
    422: 'It is a list, not a course.',
  },
} satisfies Description;

const call = api({
  PUT: member(saving, async (scope, { id, body }) => {
    const { sections, version } = await body();
    await saveSections(scope, id(), sections, version);
    return { sections: await sectionsOf(scope.em, id()) };
  }),
});
export const loader = call.loader;
export const action = call.action;
