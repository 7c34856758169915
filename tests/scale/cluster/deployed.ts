import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The lines `NAME=value` of a file of settings in deploy/, with other values for this machine.
 *  @throws Error for a name that the file does not have, so that the file cannot lack what the cluster needs */
export function settingsOf(file: string, others: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of readFileSync(`deploy/${file}`, 'utf8').split('\n')) {
    const [, name, value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    if (name) found[name] = value;
  }
  const unknown = Object.keys(others).filter((name) => !(name in found));
  if (unknown.length > 0) throw new Error(`deploy/${file} does not have ${unknown.join(', ')}`);
  const kept = Object.entries(found).filter(
    ([name, value]) => !(name in others) && /10\.0\.0|CHANGE/.test(value),
  );
  if (kept.length > 0) throw new Error(`deploy/${file}: ${kept.map(([name]) => name)} must differ here`);
  return { ...found, ...others };
}

/** Copies a file of deploy/ into a folder with some texts replaced, each of which it has exactly once. */
export function copyOf(file: string, folder: string, replaced: Record<string, string> = {}): string {
  let text = readFileSync(`deploy/${file}`, 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`deploy/${file} has '${from}' not once`);
    text = parts.join(to);
  }
  const copy = join(folder, file.split('/').at(-1) ?? '');
  writeFileSync(copy, text, { mode: 0o644 });
  return copy;
}

/** What a unit of systemd starts, with this checkout in the place of /opt/summa. */
export function commandOf(unit: string): string[] {
  const text = readFileSync(`deploy/systemd/${unit}`, 'utf8');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(text) ?? [];
  if (!/^WorkingDirectory=\/opt\/summa$/m.test(text) || !/^EnvironmentFile=\/etc\/summa\.env$/m.test(text))
    throw new Error(`${unit} does not run in /opt/summa with /etc/summa.env`);
  return command.replaceAll('/opt/summa', resolve('.')).split(' ');
}
