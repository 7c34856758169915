import { memberPage, seeOther } from '../../../http/pages/page.server.ts';

export const loader = memberPage(async (_scope, { context }) => seeOther(context, '/profile'));
