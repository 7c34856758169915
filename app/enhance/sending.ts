import { fileSize } from '../ui/number.ts';
import { NotTaken } from './pieces.ts';

/** A chosen file on its way; what has not arrived stays in its field, so the plain form sends it whatever happens. */
export interface Sending {
  file: File;
  input: HTMLInputElement;
  state: 'waiting' | 'arrived' | 'wrong' | 'stopped';
  stop: AbortController;
  id: string;
  line: HTMLLIElement;
  bar: HTMLProgressElement;
  text: HTMLElement;
  button: HTMLButtonElement;
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** A file is sent once, however often it is chosen. */
export const isAmong = (all: readonly Sending[], file: File) => all.some((each) => isSame(each.file, file));

/** A file with its line: name, bar, words, one button, and a small picture where it is one. */
export function sendingOf(file: File, input: HTMLInputElement): Sending {
  const line = document.createElement('li');
  const name = Object.assign(document.createElement('strong'), { textContent: file.name });
  const bar = Object.assign(document.createElement('progress'), { max: file.size, value: 0 });
  bar.ariaLabel = `How much of ${file.name} has arrived`;
  const text = Object.assign(document.createElement('span'), { textContent: 'Waiting for its turn' });
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'button' }).dataset.kind = 'quiet';
  line.append(name, bar, text, button);
  if (file.type.startsWith('image/')) {
    line.prepend(Object.assign(new Image(), { src: URL.createObjectURL(file), alt: '' }));
  }
  return { file, input, state: 'waiting', stop: new AbortController(), id: '', line, bar, text, button };
}

/** Its one button: Cancel, Remove or Try again. */
export function offer({ button, file }: Sending, label: string, act: () => void) {
  button.textContent = label;
  button.ariaLabel = `${label} ${file.name}`;
  button.onclick = act;
}

export function showProgress({ file, bar, text }: Sending, arrived: number, secondsLeft: number) {
  bar.value = arrived;
  const left = secondsLeft > 90 ? `, ${Math.ceil(secondsLeft / 60)} minutes left` : '';
  text.textContent = `${fileSize(arrived)} of ${fileSize(file.size)}${left}`;
}

/** It is there: from now on the form only names it. */
export function showArrived(each: Sending, key: string) {
  each.state = 'arrived';
  each.text.textContent = `${fileSize(each.file.size)}, arrived`;
  each.line.append(
    Object.assign(document.createElement('input'), { type: 'hidden', name: 'kept', value: key }),
  );
}

/** It did not arrive. @returns whether trying again may help */
export function showFailure(each: Sending, error: unknown): boolean {
  each.state = error instanceof NotTaken ? 'wrong' : 'stopped';
  each.line.className = 'sending__wrong';
  each.text.textContent = (error as Error).message;
  if (each.state === 'wrong') each.bar.remove();
  return each.state === 'stopped';
}

export function showAgain(each: Sending) {
  each.line.className = '';
  each.state = 'waiting';
}

/** Takes its line away, stops it, and has what arrived of it thrown away. */
export function forget({ stop, line, id }: Sending) {
  stop.abort();
  URL.revokeObjectURL(line.querySelector('img')?.src ?? '');
  line.remove();
  if (id) fetch(`/api/uploads/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
}
