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
  route('subscriptions', 'features/plans/subscriptions.page.tsx'),
  route('sandbox/pay/:sessionId', 'features/purchases/sandbox-pay.page.tsx'),
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
  route('studio/earnings', 'features/earnings/earnings.page.tsx'),
  route('studio/earnings.csv', 'features/earnings/statement.api.ts'),
  route('subscribe', 'features/plans/subscribe.page.tsx'),
  route('subscribe/return', 'features/plans/subscribe-return.page.tsx'),
  route('account/billing', 'features/plans/billing.page.tsx'),
  route('account/billing/cancel', 'features/plans/cancel-plan.page.tsx'),
  route('account/billing/resume', 'features/plans/resume.action.ts'),
  route('account/billing/undo-change', 'features/plans/undo-change.action.ts'),
  route('account/billing/card', 'features/plans/card.action.ts'),
  route('account/billing/receipts/:id', 'features/plans/receipt.page.tsx'),
  route('library', 'features/purchases/library.page.tsx'),
  route('checkout/return', 'features/purchases/checkout-return.page.tsx'),
  route('checkout/:contentId', 'features/purchases/checkout.page.tsx'),
  route('checkout/:contentId/status', 'features/purchases/checkout-status.page.tsx'),
];

export const admins = [
  route('admin/payouts', 'features/earnings/payouts.page.tsx'),
  route('admin/payouts.csv', 'features/earnings/owed.api.ts'),
  route('admin/payouts/:creatorId', 'features/earnings/mark-paid.page.tsx'),
  route('admin/purchases', 'features/purchases/all-purchases.page.tsx'),
  route('admin/purchases/:id/refund', 'features/purchases/refund.page.tsx'),
];

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
  ...admins,
  ...api,
  route('*', 'features/site/not-found.page.tsx'),
] satisfies RouteConfig;
