import { memberPage, seeOther } from '../../../http/pages/page.server.ts';

/** `/studio` itself: upload is the default tab (C2.10). */
export const loader = memberPage(async (_scope, { context }) => seeOther(context, '/studio/upload'));
