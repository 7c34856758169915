import { index, type RouteConfig, route } from '@remix-run/route-config';

/** Every address of the site, grouped by who may enter. app/routes.test.ts walks it as everybody. */

export const everyone = [
  index('features/site/home.page.tsx'),
  route('auth', 'features/accounts/auth.page.tsx'),
  route('logout', 'features/accounts/logout.action.ts'),
  route('theme', 'features/site/theme.action.ts'),
  route('discover', 'features/content/discover.page.tsx'),
  route('content/:id', 'features/content/content.page.tsx'),
  route('creators', 'features/creators/creators.page.tsx'),
  route('creators/:username', 'features/creators/creator.page.tsx'),
  route('help-center', 'features/site/help-center.page.tsx'),
  route('community-guidelines', 'features/site/community-guidelines.page.tsx'),
  route('privacy-policy', 'features/site/privacy-policy.page.tsx'),
  route('terms-of-service', 'features/site/terms-of-service.page.tsx'),
];

export const members = [
  route('dashboard', 'features/site/dashboard.page.tsx'),
  route('upload', 'features/uploads/upload.page.tsx'),
  route('studio/upload', 'features/uploads/single-image.page.tsx'),
  route('content/:id/delete', 'features/content/delete.page.tsx'),
  route('content/:id/like', 'features/likes/like.action.ts'),
  route('content/:id/rate', 'features/ratings/rate.page.tsx'),
  route('content/:id/rate/remove', 'features/ratings/remove-rating.action.ts'),
  route('profile', 'features/profile/profile.page.tsx'),
  route('profile/picture', 'features/profile/picture.page.tsx'),
  route('profile/picture/remove', 'features/profile/remove-picture.action.ts'),
  route('profile/following', 'features/follows/following.page.tsx'),
  route('creators/:username/follow', 'features/follows/follow.action.ts'),
];

export const admins: RouteConfig = [];

export const api = [
  route('api/register', 'features/accounts/register.api.ts'),
  route('api/login', 'features/accounts/login.api.ts'),
  route('api/logout', 'features/accounts/logout.api.ts'),
  route('api/user', 'features/accounts/user.api.ts'),
  route('api/auth/user', 'features/accounts/user.api.ts', { id: 'api-auth-user' }),
  route('api/content', 'features/content/content.api.ts'),
  route('api/content/:id', 'features/content/item.api.ts'),
  route('api/my-content', 'features/content/my-content.api.ts'),
  route('api/admin/content/:id', 'features/content/admin-content.api.ts'),
  route('api/creators', 'features/creators/creators.api.ts'),
  route('api/platform-stats', 'features/creators/platform-stats.api.ts'),
  route('api/content/:id/like', 'features/likes/like.api.ts'),
  route('api/content/:id/rating', 'features/ratings/rating.api.ts'),
  route('api/content/:id/ratings', 'features/ratings/ratings.api.ts'),
  route('api/content/:id/purchase', 'features/purchases/purchase.api.ts'),
  route('api/content/:id/confirm-purchase', 'features/purchases/confirm-purchase.api.ts'),
  route('api/create-subscription', 'features/plans/create-subscription.api.ts'),
  route('api/my-subscription', 'features/plans/my-subscription.api.ts'),
  route('api/my-sales', 'features/earnings/my-sales.api.ts'),
  route('api/stripe/webhook', 'features/purchases/webhook.api.ts'),
  route('api/featured-content', 'features/featured/featured.api.ts'),
  route('api/profile', 'features/profile/profile.api.ts'),
  route('api/creator-stats', 'features/studio/creator-stats.api.ts'),
  route('api/creator/stats', 'features/studio/creator-stats.api.ts', { id: 'api-creator-stats-too' }),
  route('api/creators/:username/follow', 'features/follows/follow.api.ts'),
  route('api/my-likes', 'features/likes/my-likes.api.ts'),
];

export default [
  ...everyone,
  ...members,
  ...(admins as typeof everyone),
  ...api,
  route('*', 'features/site/not-found.page.tsx'),
] satisfies RouteConfig;
