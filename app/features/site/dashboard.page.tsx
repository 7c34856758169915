import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../http/page.server.ts';
import { feedPage } from '../content/feed.server.ts';
import { Feed } from '../content/feed.tsx';

export const meta = () => [{ title: 'Dashboard | Summa' }];

export const loader = memberPage((scope, { url }) => feedPage(scope, url));

export default function Dashboard() {
  return <Feed feed={useLoaderData<typeof loader>()} />;
}
