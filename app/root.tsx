import {
  isRouteErrorResponse,
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { type Context, page } from './http/page.server.ts';
import siteCss from './styles/site.css?url';

export const links = () => [
  { rel: 'stylesheet', href: siteCss },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = () => [{ title: 'Summa: The Sum of Jiu-Jitsu' }];

export const loader = page(({ viewer }, { context }) => ({
  viewer: viewer && {
    id: viewer.id,
    email: viewer.email,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    username: viewer.username,
    isAdmin: viewer.isAdmin,
  },
  toast: (context as Context).toast,
}));

export function Layout({ children }: { children: ReactNode }) {
  const isHydrated = useMatches().some(
    (match) => (match.handle as { hydrate?: boolean } | undefined)?.hydrate,
  );
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isHydrated && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  useRouteLoaderData('root');
  useLocation();
  return <main>{status}</main>;
}
