import {
  isRouteErrorResponse,
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { askAbout } from './domain/contact.ts';
import { PageScript } from './enhance/script.tsx';
import { graceNotice } from './features/commerce/plans/billing-summary.server.ts';
import { GraceBanner } from './features/commerce/plans/grace-banner.tsx';
import { SandboxBanner, showsSandboxBanner } from './features/commerce/purchases/sandbox-banner.tsx';
import type { UnreadCounts } from './features/community/messages/unread.server.ts';
import { Footer } from './features/site/frame/footer.tsx';
import { readFrameFacts } from './features/site/frame/frame-facts.server.ts';
import { Header } from './features/site/frame/header.tsx';
import { SideMenu } from './features/site/frame/menu.tsx';
import { FirstSheet, putsSheetItself, SiteSheet } from './features/site/frame/sheets.tsx';
import { Splash } from './features/site/frame/splash.tsx';
import { TabBar } from './features/site/frame/tab-bar.tsx';
import { NotFoundPart } from './features/site/pages/not-found.tsx';
import { page } from './http/pages/page.server.ts';
import { ButtonLink } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';
import { Sprite } from './ui/pictures/sprite.tsx';
import { Reference } from './ui/reference.tsx';
import { ToastRegion } from './ui/toast.tsx';

export const links = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${wordsFor(error).title} | Summa` : 'Summa: The Sum of Jiu-Jitsu' },
  { name: 'description', content: 'Practitioners publish techniques; you watch, practise and progress.' },
];

export const loader = page(async (scope, { context }) => {
  const { viewer, media, now } = scope;
  const { unread: waiting, overdue } = context.frameFacts ?? (await readFrameFacts(scope));
  return {
    viewer: viewer && {
      id: viewer.id,
      email: viewer.email,
      firstName: viewer.firstName,
      lastName: viewer.lastName,
      username: viewer.username,
      isAdmin: viewer.isAdmin || viewer.owesSecondFactor,
      isCurator: viewer.isCurator || viewer.isAdmin,
      hasContent: viewer.hasContent,
      hasZone: Boolean(viewer.timeZone ?? scope.visitor.timeZone),
      waiting,
      avatar: viewer.profileImageKey
        ? media.address({
            key: viewer.profileImageKey,
            variant: '320.webp',
            isPublic: true,
            viewerId: null,
            now: now(),
          })
        : null,
    },
    toast: context.toast,
    theme: context.theme,
    isSandbox: context.isSandbox,
    grace: graceNotice(scope, overdue),
    showsSplash: context.showsSplash,
    origin: scope.origin,
  };
});

/** What a page's data may say to the document. */
interface PageFacts {
  unreadLeft?: UnreadCounts;
  /** Without scripts the page is loaded again after these, because something is being made. */
  refreshSeconds?: number | null;
}

/** The document of every page; on an error page the root's loader may have no data. */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  // A page that marks messages as read counts after it, the root at the same time.
  const loaded = useMatches().map(({ data }) => data as PageFacts | undefined);
  const refreshSeconds = loaded.at(-1)?.refreshSeconds;
  const left = loaded.flatMap((data) => data?.unreadLeft ?? []);
  const viewer = root?.viewer ? { ...root.viewer, waiting: left.at(-1) ?? root.viewer.waiting } : null;
  const frame = { viewer, path, theme: root?.theme ?? null };
  const sandbox = root?.isSandbox && (showsSandboxBanner(pathname) ? 'band' : 'footer');
  return (
    <html lang="en" data-theme={root?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {putsSheetItself(loaded) ? <FirstSheet /> : <SiteSheet />}
        <Links />
        {refreshSeconds && (
          <noscript>
            <meta httpEquiv="refresh" content={String(refreshSeconds)} />
          </noscript>
        )}
        {/* For programs, which come as visitors. */}
        {!viewer && <link rel="alternate" type="application/rss+xml" title="Summa" href="/feed.xml" />}
      </head>
      {/* The form of the sign-in may have gone before its script told the zone. */}
      <body data-zone={root?.viewer?.hasZone === false ? '' : undefined}>
        <Sprite />
        <Header {...frame} />
        {sandbox === 'band' && <SandboxBanner />}
        {root?.grace && <GraceBanner until={root.grace.until} />}
        <main id="main" tabIndex={-1}>
          <ToastRegion toast={root?.toast ?? null} path={path} />
          {children}
        </main>
        <Footer {...frame} isSandbox={sandbox === 'footer'} />
        {/* Last in the document, so that a screen reader reaches the page before all its links. */}
        <SideMenu {...frame} />
        <TabBar {...frame} />
        {root?.showsSplash && <Splash />}
        <PageScript />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

const words: Record<number, { title: string; text: string }> = {
  400: { title: 'Bad Request', text: 'This request could not be understood.' },
  403: { title: 'Not Allowed', text: 'You don’t have access to this page.' },
  404: { title: 'Page Not Found', text: '' },
  405: { title: 'Method Not Allowed', text: 'This address does not accept that.' },
  413: { title: 'Too Large', text: 'That is more than we can accept at once.' },
  429: { title: 'Too Many Requests', text: 'Please wait a moment and try again.' },
  503: { title: 'Back in a moment', text: 'We are having trouble reaching our database. Please try again.' },
};
const broken = {
  title: 'Something broke on our side',
  text: 'We have written it down. Please try again; if it happens again, write to us.',
};

function wordsFor(error: unknown) {
  if (!isRouteErrorResponse(error)) return broken;
  const { title, text } = words[error.status] ?? broken;
  const said = (error.data as { message?: string } | null)?.message;
  return { title, text: said ?? text };
}

/** Says what happened, never how. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPart />;
  const { title, text } = wordsFor(error);
  return (
    <Empty title={title} text={text} heading="h1" icon="alert">
      <ButtonLink href="/">Back to Home</ButtonLink>
      {title === broken.title && <a href={askAbout('technical')}>Write to support</a>}
      <Reference />
    </Empty>
  );
}
