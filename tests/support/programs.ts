import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './browser/chromium.ts';
import type { Round } from './round.ts';
import { hasVarnish } from './site/varnish.ts';

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Fetches Debian packages one by one, because a missing one stops all others. */
const install = (round: Round, packages: string[], options = '') =>
  round.run(`Installing ${packages.join(', ')} from the Debian packages`, 'sh', [
    '-c',
    `apt-get update -q && for package in ${packages.join(' ')}; do DEBIAN_FRONTEND=noninteractive apt-get install -y -q ${options} $package; done`,
  ]);

/** Finds a Chromium; on Debian, root fetches one. @returns what a person must do if there is none; null if there is */
export async function needChromium(round: Round): Promise<string | null> {
  if (findChromium()) return null;
  if (canInstall()) await install(round, ['chromium-headless-shell', 'chromium']);
  if (findChromium()) return null;
  return 'Chromium is missing, so no journey was played. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.';
}

interface Program {
  /** Its Debian package. */
  name: string;
  uses: string;
  isForAll?: boolean;
  isHere: () => boolean;
}

const hasCommand = (command: string) => () => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** What some tests use besides Chromium; where one is missing they are skipped, and the end says so. */
const programs: Program[] = [
  { name: 'ffmpeg', uses: 'convert and play videos', isHere: hasCommand('ffmpeg') },
  { name: 'fonts-liberation', uses: 'measure the widths of words', isHere: hasFonts },
  ...[
    { name: 'lynx', uses: 'do what people come for in lynx', isHere: hasCommand('lynx') },
    { name: 'w3m', uses: 'read pages and sign in with w3m', isHere: hasCommand('w3m') },
    // Its file needs the modules, too.
    { name: 'varnish', uses: 'keep pages in front of the site', isHere: hasVarnish },
    { name: 'varnish-modules', uses: 'keep pages in front of the site', isHere: hasVarnish },
    { name: 'libreoffice-calc', uses: 'open CSV in a spreadsheet', isHere: hasCommand('soffice') },
    { name: 'unzip', uses: 'open archives', isHere: hasCommand('unzip') },
    { name: 'libarchive-tools', uses: 'open archives', isHere: hasCommand('bsdtar') },
    { name: 'libxml2-utils', uses: 'check feeds, sitemaps and drawings', isHere: hasCommand('xmllint') },
    { name: 'newsboat', uses: 'read feeds', isHere: hasCommand('newsboat') },
    { name: 'poppler-utils', uses: 'read printed sheets', isHere: hasCommand('pdftotext') },
  ].map((program) => ({ ...program, isForAll: true })),
];

/** Whether Chromium draws Arial in letters as wide as Arial's; the tests of widths rely on them. */
function hasFonts(): boolean {
  const found = spawnSync('fc-match', ['Arial', '--format=%{family}'], { encoding: 'utf8' });
  return found.status !== 0 || /Arial|Liberation Sans/.test(found.stdout);
}

/** Fetches where it can what some tests use, and says what is still missing. @param isAll everything is run */
export async function needPrograms(round: Round, isAll: boolean) {
  const used = programs.filter(({ isForAll }) => isAll || !isForAll);
  const missing = used.filter(({ isHere }) => !isHere()).map(({ name }) => name);
  if (missing.length > 0 && canInstall()) await install(round, missing, '--no-install-recommends');
  for (const { name, uses } of used.filter(({ isHere }) => !isHere()))
    round.skip(`${name} is missing: the tests that ${uses} (Debian: apt-get install ${name})`);
}
