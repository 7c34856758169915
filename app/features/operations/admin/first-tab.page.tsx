import { adminPage, noAdminForm, seeOther } from '../../../http/pages/page.server.ts';

/** 'featured' is the default tab (C2.23). */
export const loader = adminPage(async (_scope, { context }) => seeOther(context, '/admin/featured'));

export const action = noAdminForm;
