import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** WebKitGTK's small browser lies in a folder that its processor and its version name. */
function findMiniBrowser(): string | undefined {
  const processors = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return processors
    .flatMap((name) =>
      ['4.1', '4.0'].map((version) => join('/usr/lib', name, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find(existsSync);
}

/** The programs of Debian's packages. */
export const programs = {
  firefox: '/usr/bin/firefox-esr',
  webkitDriver: '/usr/bin/WebKitWebDriver',
  miniBrowser: findMiniBrowser() ?? '',
  screen: '/usr/bin/Xvfb',
};

/** The engines beside Chromium, and the Debian packages that bring them. */
export const engines = [
  { name: 'Firefox', project: 'firefox', packages: 'firefox-esr', needs: [programs.firefox] },
  {
    name: 'WebKit',
    project: 'webkit',
    packages: 'webkit2gtk-driver xvfb',
    needs: [programs.webkitDriver, programs.miniBrowser, programs.screen],
  },
].map(({ needs, ...engine }) => ({ ...engine, isThere: needs.every((file) => existsSync(file)) }));
