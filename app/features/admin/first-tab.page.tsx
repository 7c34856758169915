import { adminPage, noAdminForm, seeOther } from '../../http/page.server.ts';

/** `/admin` itself: 'featured' is the default tab (calls.md §2). */
export const loader = adminPage(async (_scope, { context }) => seeOther(context, '/admin/featured'));

export const action = noAdminForm;
