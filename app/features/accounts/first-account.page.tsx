import { memberPage, seeOther } from '../../http/page.server.ts';

/** `/account` itself: the account begins with the profile. */
export const loader = memberPage(async (_scope, { context }) => seeOther(context, '/profile'));
