/** Remix's own options; vite.config.ts hands them to the plugin (Remix ignores this file under Vite). */
export default {
  appDirectory: 'app',
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_routeConfig: true,
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Off for good: CVE-2026-34077 cannot be fixed in v2 with these two on.
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};
