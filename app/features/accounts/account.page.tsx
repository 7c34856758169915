import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { memberPage } from '../../http/page.server.ts';
import { AccountNav } from './account-nav.tsx';
import { emailStanding } from './email-change.server.ts';
import { EmailNotice } from './email-notice.tsx';

/** The frame of the account's pages; every page guards itself. */
export const loader = memberPage(async (scope) => ({
  account: await emailStanding(scope),
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
