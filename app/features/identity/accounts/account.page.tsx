import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { emailStatus } from '../email-links/email-change.server.ts';
import { EmailNotice } from '../email-links/email-notice.tsx';
import { AccountNav } from './account-nav.tsx';

export const loader = memberPage(async (scope) => ({
  account: await emailStatus(scope),
  hasOutbox: scope.outbox !== null,
}));

export default function Account() {
  const { account, hasOutbox } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <div className="stack">
      <AccountNav current={pathname} />
      <EmailNotice account={account} hasOutbox={hasOutbox} />
      <Outlet />
    </div>
  );
}
