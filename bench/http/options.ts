import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { targets } from './targets.ts';

export const usage = `Usage: bin/bench http [--targets NAME,NAME] [--seconds 2] [--rounds 5] [--connections 16]
    [--warm 6] [--items N] [--against FOLDER] [--production] [--retries 2] [--out FILE]
  --targets      ${targets.map(({ name }) => name).join(', ')}
  --seconds      of one window; each server has one in each round
  --warm         seconds for which each server is asked for each target before the first window
  --items        measures a site with so many items instead of the demo
  --against      another checkout of the site, measured in the same rounds
  --production   with the settings of a public site, which logs every request
  --retries      how often a window is measured again while other programs use the machine
  --out          the file for all figures, as JSON`;

/** @throws Error that says what is wrong */
export function readOptions() {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const options = {
    targets: text(''),
    seconds: text('2'),
    rounds: text('5'),
    connections: text('16'),
    warm: text('6'),
    items: text('0'),
    against: text(''),
    retries: text('2'),
    out: text('var/bench-http.json'),
    production: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  const names = values.targets.split(',').filter(Boolean);
  const unknown = names.filter((name) => !targets.some((target) => target.name === name));
  if (unknown.length > 0) throw new Error(`There is no target ${unknown.join(', ')}.`);
  const number = (name: 'seconds' | 'rounds' | 'connections' | 'warm' | 'items' | 'retries') => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.`);
    return value;
  };
  return {
    targets: names.length === 0 ? targets : targets.filter(({ name }) => names.includes(name)),
    seconds: number('seconds'),
    rounds: number('rounds'),
    connections: number('connections'),
    warm: number('warm'),
    items: number('items'),
    retries: number('retries'),
    isProduction: values.production,
    against: values.against && resolve(values.against),
    out: resolve(values.out),
  };
}
