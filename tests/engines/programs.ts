import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const processors = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];

/** WebKitGTK's small browser lies in a folder that its processor and its version name. */
function findMiniBrowser(): string | undefined {
  return processors
    .flatMap((name) =>
      ['4.1', '4.0'].map((version) => join('/usr/lib', name, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find(existsSync);
}

/** What plays MP4 in WebKitGTK. */
const findDecoder = () =>
  processors.map((name) => join('/usr/lib', name, 'gstreamer-1.0/libgstlibav.so')).find(existsSync);

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
    packages: 'webkit2gtk-driver xvfb gstreamer1.0-libav',
    needs: [programs.webkitDriver, programs.miniBrowser, programs.screen, findDecoder() ?? ''],
  },
].map(({ needs, ...engine }) => ({ ...engine, isThere: needs.every((file) => existsSync(file)) }));
