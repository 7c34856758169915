import { checkoutRoutes } from './checkout.server.ts';
import { invoiceRoutes } from './invoice-routes.server.ts';
import { paymentRoutes } from './payment-routes.server.ts';
import { planRoutes } from './plan-routes.server.ts';
import type { Route } from './route.ts';
import { scheduleRoutes } from './schedule-routes.server.ts';

const routes: Route[] = [
  ...paymentRoutes,
  ...checkoutRoutes,
  ...planRoutes,
  ...invoiceRoutes,
  ...scheduleRoutes,
];

/** The address of Stripe's API that a call means, or null where the sandbox has none. */
export const routeOf = (verb: string, path: string): Route | null =>
  routes.find((route) => route.verb === verb && route.path.test(path)) ?? null;
