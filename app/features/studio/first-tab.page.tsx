import { memberPage, seeOther } from '../../http/page.server.ts';

/** `/studio` itself: upload is the default tab (calls.md §2). */
export const loader = memberPage(async (_scope, { context }) => seeOther(context, '/studio/upload'));
