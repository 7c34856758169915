import { index, type RouteConfig, route } from '@remix-run/route-config';

/** Every address of the site, grouped by who may enter. app/routes.test.ts walks it as everybody. */

export const everyone = [
  index('features/site/home.page.tsx'),
  route('auth', 'features/accounts/auth.page.tsx'),
  route('logout', 'features/accounts/logout.action.ts'),
  route('help-center', 'features/site/help-center.page.tsx'),
  route('community-guidelines', 'features/site/community-guidelines.page.tsx'),
  route('privacy-policy', 'features/site/privacy-policy.page.tsx'),
  route('terms-of-service', 'features/site/terms-of-service.page.tsx'),
];

export const members: RouteConfig = [];

export const admins: RouteConfig = [];

export const api = [
  route('api/register', 'features/accounts/register.api.ts'),
  route('api/login', 'features/accounts/login.api.ts'),
  route('api/logout', 'features/accounts/logout.api.ts'),
  route('api/user', 'features/accounts/user.api.ts'),
  route('api/auth/user', 'features/accounts/user.api.ts', { id: 'api-auth-user' }),
];

export default [
  ...everyone,
  ...(members as typeof everyone),
  ...(admins as typeof everyone),
  ...api,
  route('*', 'features/site/not-found.page.tsx'),
] satisfies RouteConfig;
