import { fileSize } from '../ui/number.ts';
import { NotTaken } from './chunks.ts';

/** A chosen file on its way; until it arrives it stays in its field for the plain form. */
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

const sendingText = 'soft small';

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

export const isAmong = (all: readonly Sending[], file: File) => all.some((each) => isSame(each.file, file));

/** A file with its line in the list: a preview of an image, name, text, a button and progress. */
export function sendingOf(file: File, input: HTMLInputElement): Sending {
  const line = Object.assign(document.createElement('li'), { className: 'row' });
  const name = Object.assign(document.createElement('strong'), { textContent: file.name });
  const bar = Object.assign(document.createElement('progress'), { max: file.size, value: 0 });
  bar.ariaLabel = `How much of ${file.name} has arrived`;
  const text = Object.assign(document.createElement('span'), {
    textContent: 'Waiting',
    className: sendingText,
  });
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'button' }).dataset.kind = 'quiet';
  line.append(name, text, button, bar);
  if (file.type.startsWith('image/')) {
    line.prepend(Object.assign(new Image(), { src: URL.createObjectURL(file), alt: '' }));
  }
  return { file, input, state: 'waiting', stop: new AbortController(), id: '', line, bar, text, button };
}

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

export function showArrived(each: Sending, key: string) {
  each.state = 'arrived';
  each.text.textContent = `${fileSize(each.file.size)}, arrived`;
  each.line.append(
    Object.assign(document.createElement('input'), { type: 'hidden', name: 'kept', value: key }),
  );
}

export function showFailure(each: Sending, error: unknown): boolean {
  each.state = error instanceof NotTaken ? 'wrong' : 'stopped';
  each.text.className = 'field__error';
  each.text.textContent = (error as Error).message;
  if (each.state === 'wrong') each.bar.remove();
  return each.state === 'stopped';
}

export function showAgain(each: Sending) {
  each.text.className = sendingText;
  each.state = 'waiting';
}

export function forget({ stop, line, id }: Sending) {
  stop.abort();
  URL.revokeObjectURL(line.querySelector('img')?.src ?? '');
  line.remove();
  if (id) fetch(`/api/uploads/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
}
