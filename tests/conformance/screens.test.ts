import { expect, test } from 'vitest';
import routes from '../../app/routes.ts';
import { screens } from '../e2e/screen-list.ts';

interface Row {
  path?: string;
  file: string;
  children?: Row[];
}

/** Pages that the walks over all screens leave out, and why. */
const excepted: Record<string, string> = {
  'features/identity/accounts/first-account.page.tsx': 'leads on to the first tab',
  'features/library/studio/first-tab.page.tsx': 'leads on to the first tab',
  'features/operations/admin/first-tab.page.tsx': 'leads on to the first tab',
  'features/core/notifications/open.page.tsx': 'leads on to what the notification is about',
  'features/commerce/purchases/checkout-return.page.tsx': 'leads on to what became of the payment',
  'features/commerce/purchases/checkout-status.page.tsx':
    'a slow bank is Stripe’s alone: pay-here.spec.ts looks at it',
  'features/commerce/plans/subscribe-return.page.tsx': 'shows the same part as the status of a checkout',
  'features/site/style-guide/styleguide.page.tsx':
    'each part of it is on a screen; states.spec.ts looks at it whole',
};

/** All pages with their full paths; layouts are seen with their pages. */
const pagesOf = (rows: Row[], above: string): { path: string; file: string }[] =>
  rows.flatMap(({ path = '', file, children }) => {
    const full = `${above}/${path}`.replace(/\/$/, '');
    if (children) return pagesOf(children, full);
    return file.endsWith('.page.tsx') ? [{ path: full || '/', file }] : [];
  });

const steps = (path: string) => path.split('/').filter(Boolean);

/** Whether an address is of this path: ids and names take anything, a star the rest. */
function isOf(path: string, address: string) {
  const [wanted, given] = [steps(path), steps(address)];
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((step, at) => step === given[at]);
  return (
    wanted.length === given.length && wanted.every((step, at) => step.startsWith(':') || step === given[at])
  );
}

const vagueness = (path: string) => (path.includes('*') ? 10 : path.split(':').length);

const pages = pagesOf(routes as Row[], '').sort((one, other) => vagueness(one.path) - vagueness(other.path));
const addresses = Object.values(screens)
  .flat()
  .map((screen) => screen.replace(/\?.*/, ''));
const walked = new Set(addresses.map((address) => pages.find(({ path }) => isOf(path, address))?.file));

test('every page is among the screens that are checked, or has a reason why not', () => {
  const left = pages.filter(({ file }) => !walked.has(file) && !excepted[file]);
  expect(left.map(({ path }) => path)).toEqual([]);
});

test('no page is both checked and left out, and every page that is left out exists', () => {
  const files = pages.map(({ file }) => file);
  const idle = Object.keys(excepted).filter((file) => walked.has(file) || !files.includes(file));
  expect(idle).toEqual([]);
});
