import { networkOf } from '../../core/rate-limits/network.ts';

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^(Lynx|w3m|Links|ELinks)\b/i, 'Text browser'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/i, 'Linux'],
];

/** A readable device name: 'Firefox on Linux'. */
export function deviceOf(agent: string | null): string {
  const named = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(agent ?? ''))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** An address without its last part: enough to recognize a place, too little to identify a household. */
export function shortAddress(address: string): string | null {
  if (!address) return null;
  const network = networkOf(address, 3);
  return network.includes(':') ? `${network}:x` : network.replace(/\.\d+$/, '.x');
}
