import { fileSize } from '../ui/number.ts';
import { type Carrier, NotTaken, sendInPieces } from './pieces.ts';

/** A chosen file on its way; what has not arrived stays in its field, so the plain form sends it whatever happens. */
interface Sending {
  file: File;
  input: HTMLInputElement;
  state: 'waiting' | 'arrived' | 'wrong' | 'stopped';
  stop: AbortController;
  id: string;
  line: HTMLLIElement;
  bar: HTMLProgressElement;
  text: HTMLElement;
  button: HTMLButtonElement;
  remove: () => void;
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/**
 * Sends files as they are chosen, one after another and each in pieces that survive a lost connection; the form
 * then only names them. Every step leaves a form that works without the next one.
 */
export function startUploads(form: HTMLFormElement) {
  let all: Sending[] = [];
  let isSending = false;
  let pressed: HTMLElement | null = null;
  const list = Object.assign(document.createElement('ul'), { className: 'sending' });
  const told = Object.assign(document.createElement('p'), { role: 'status' });
  form.querySelector('input[type=file]')?.closest('.field')?.append(list, told);

  /** What each line shows is only spoken here; what no line shows is also seen. */
  const say = (message: string, isSeen = false) => {
    told.className = isSeen ? '' : 'visually-hidden';
    told.textContent = message;
  };
  say('');
  const submit = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const needsFile = form.dataset.pieces === 'technique';

  // What is dropped beside pictures and films came along by accident; what is chosen is told (calls.md §5).
  let isDropped = false;
  form.addEventListener('drop', () => {
    isDropped = true;
  });
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') choose(target);
    permit();
  });
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=file]')) choose(input);
  form.addEventListener('submit', (event) => {
    if (!all.some(({ state }) => state === 'waiting')) return;
    event.preventDefault();
    pressed = event.submitter;
    say('The form is sent by itself as soon as your files have arrived.', true);
  });

  permit();
  addEventListener('pageshow', permit);

  /** Without a file there is nothing to send (experience.md §5). */
  function permit() {
    if (!submit || !needsFile) return;
    const has = all.some(({ state }) => state !== 'wrong') || form.querySelector('[name=kept]:checked');
    submit.disabled = !has;
    submit.title = has ? '' : 'Please choose a file first.';
  }

  function choose(input: HTMLInputElement) {
    const chosen = [...(input.files ?? [])].filter(({ type }) => !isDropped || /^(image|video)\//.test(type));
    isDropped = false;
    if (chosen.length > 0 && !input.multiple) for (const each of all) if (each.input === input) drop(each);
    for (const file of chosen) if (!all.some((each) => isSame(each.file, file))) all.push(shown(file, input));
    keepInField(input);
    void sendAll();
  }

  function keepInField(input: HTMLInputElement) {
    const left = new DataTransfer();
    for (const { file, state, ...each } of all)
      if (each.input === input && (state === 'waiting' || state === 'stopped')) left.items.add(file);
    input.files = left.files;
    permit();
  }

  function shown(file: File, input: HTMLInputElement): Sending {
    const line = document.createElement('li');
    const name = Object.assign(document.createElement('strong'), { textContent: file.name });
    const bar = Object.assign(document.createElement('progress'), { max: file.size, value: 0 });
    bar.ariaLabel = `How much of ${file.name} has arrived`;
    const text = Object.assign(document.createElement('span'), { textContent: 'Waiting for its turn' });
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', className: 'button' }).dataset.kind = 'quiet';
    const each: Sending = {
      ...{ file, input, line, bar, text, button },
      ...{ state: 'waiting' as const, stop: new AbortController(), id: '', remove },
    };
    offer(each, 'Cancel', remove);
    function remove() {
      const at = all.indexOf(each);
      drop(each);
      keepInField(input);
      say(`${file.name} is left out.`);
      (all[at] ?? all[at - 1] ?? each).button.focus();
      if (!all.length) input.focus();
    }
    line.append(name, bar, text, button);
    if (file.type.startsWith('image/')) {
      line.prepend(Object.assign(new Image(), { src: URL.createObjectURL(file), alt: '' }));
    }
    list.append(line);
    return each;
  }

  function offer({ button, file }: Sending, label: string, act: () => void) {
    button.textContent = label;
    button.ariaLabel = `${label} ${file.name}`;
    button.onclick = act;
  }

  function drop(each: Sending) {
    each.stop.abort();
    all = all.filter((other) => other !== each);
    URL.revokeObjectURL(each.line.querySelector('img')?.src ?? '');
    each.line.remove();
    if (each.id) fetch(`/api/uploads/${each.id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
  }

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    for (let next = all[0]; next; ) {
      await send(next);
      next = all.find(({ state }) => state === 'waiting');
    }
    isSending = false;
    if (!pressed) return;
    const button = pressed;
    pressed = null;
    // What could not be used is told first; whoever still wants the rest presses again.
    if (!all.some(({ state }) => state === 'wrong')) form.requestSubmit(button);
  }

  async function send(each: Sending) {
    if (each.state !== 'waiting') return;
    const { file, line, bar, text, stop, input } = each;
    const carrier: Carrier = {
      signal: stop.signal,
      onlyPictures: form.dataset.pieces === 'pictures',
      onBegin(id) {
        each.id = id;
        document.querySelector(`[data-unfinished="${id}"]`)?.remove();
      },
      onProgress(arrived, secondsLeft) {
        bar.value = arrived;
        const left = secondsLeft > 90 ? `, ${Math.ceil(secondsLeft / 60)} minutes left` : '';
        text.textContent = `${fileSize(arrived)} of ${fileSize(file.size)}${left}`;
      },
      onPause: (why) => {
        text.textContent = why;
      },
    };
    try {
      const key = await sendInPieces(file, carrier);
      each.state = 'arrived';
      offer(each, 'Remove', each.remove);
      text.textContent = `${fileSize(file.size)}, arrived`;
      line.append(
        Object.assign(document.createElement('input'), { type: 'hidden', name: 'kept', value: key }),
      );
      say(`${file.name} has arrived.`);
    } catch (error) {
      if (stop.signal.aborted) return;
      const { message } = error as Error;
      each.state = error instanceof NotTaken ? 'wrong' : 'stopped';
      line.className = 'sending__wrong';
      text.textContent = message;
      say(message);
      if (each.state === 'stopped') offerAgain(each);
      else {
        bar.remove();
        offer(each, 'Remove', each.remove);
      }
    }
    keepInField(input);
  }

  function offerAgain(each: Sending) {
    offer(each, 'Try again', () => {
      offer(each, 'Cancel', each.remove);
      each.line.className = '';
      each.state = 'waiting';
      void sendAll();
    });
  }
}
