import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { feedPage } from '../landing/feed.server.ts';
import { Feed } from '../landing/feed.tsx';

export const meta = () => [{ title: 'Dashboard | Summa' }];

export const loader = memberPage((scope, { url }) => feedPage(scope, url));

export default function Dashboard() {
  return <Feed feed={useLoaderData<typeof loader>()} />;
}
