import { announce, sendInChunks } from './chunks.ts';
import { makeDropArea } from './drop-area.ts';
import { guardUnsavedInput } from './leave-guard.ts';
import { sayPending } from './pending.ts';
import {
  forget,
  isAmong,
  offer,
  type Sending,
  sendingOf,
  showAgain,
  showArrived,
  showFailure,
  showProgress,
} from './sending.ts';

/** Sends files as they are chosen, in chunks that survive a lost connection; the form sends their keys. */
export function start(form: HTMLFormElement) {
  const submit = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const { list, say, leftOut } = placesIn(form, submit);
  let all: Sending[] = [];
  let isSending = false;
  let isLeaving = false;
  /** Ends the wait of a form that was submitted while files travel. */
  let release: (() => void) | null = null;

  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') choose(target);
    updateStatus();
  });
  makeDropArea(form, (input, files) => {
    choose(input, files);
    // A file dropped far below the field would be added out of view.
    list.scrollIntoView({ block: 'nearest' });
  });
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=file]')) choose(input);
  form.addEventListener('submit', (event) => {
    isLeaving = !all.some(({ state }) => state === 'waiting');
    updateStatus();
    if (isLeaving) return;
    event.preventDefault();
    const blank = form.querySelector<HTMLInputElement>('[data-missing]:invalid');
    if (blank) explain(blank);
    else if (!release && event.submitter) submitWhenUploaded(event.submitter as HTMLButtonElement);
  });

  updateStatus();
  addEventListener('pageshow', () => {
    isLeaving = false;
    updateStatus();
  });

  function submitWhenUploaded(button: HTMLButtonElement) {
    const restore = sayPending(button);
    release = () => {
      release = null;
      button.disabled = false;
      restore();
      updateStatus();
      // Unusable files are left out (E5.31); without a usable one the list and the line above the button say why.
      if (hasUsableFile()) form.requestSubmit(button);
    };
    updateStatus();
  }

  function hasUsableFile() {
    return all.some(({ state }) => state !== 'wrong') || Boolean(form.querySelector('[name=kept]:checked'));
  }

  /** Decides whether the form may be submitted and whether leaving would lose files, and says how it stands. */
  function updateStatus() {
    const good = all.filter(({ state }) => state !== 'wrong');
    const wrong = all.filter(({ state }) => state === 'wrong');
    const arrived = good.filter(({ state }) => state === 'arrived').length;
    guardUnsavedInput(good.length > 0 && !isLeaving);
    leftOut.value = wrong.map(({ file }) => file.name).join('/');
    say(
      [
        good.length > 0 && `${arrived} of ${good.length} ${good.length > 1 ? 'files' : 'file'} uploaded.`,
        release && 'Publishing as soon as your files are uploaded…',
        wrong.length > 0 && `Left out: ${wrong.map(({ text }) => text.textContent).join(' ')}`,
      ]
        .filter(Boolean)
        .join(' '),
    );
    if (!submit) return;
    if (release) submit.disabled = true;
    // A technique needs a file (E5.20).
    else if (form.dataset.chunks === 'technique') {
      submit.disabled = !hasUsableFile();
      submit.title = hasUsableFile() ? '' : 'Please choose a file first.';
    }
  }

  function choose(input: HTMLInputElement, chosen = [...(input.files ?? [])]) {
    if (chosen.length > 0 && !input.multiple) for (const each of all) if (each.input === input) drop(each);
    const fresh = chosen.filter((file) => !isAmong(all, file)).map((file) => sendingOf(file, input));
    for (const each of fresh) add(each);
    keepInField(input);
    void Promise.all(fresh.map(announceFile)).then(sendAll);
  }

  function add(each: Sending) {
    all.push(each);
    list.append(each.line);
    offer(each, 'Cancel', () => remove(each));
  }

  function remove(each: Sending) {
    const at = all.indexOf(each);
    drop(each);
    keepInField(each.input);
    (all[at] ?? all[at - 1] ?? each).button.focus();
    if (!all.length) each.input.focus();
  }

  function drop(each: Sending) {
    all = all.filter((other) => other !== each);
    forget(each);
  }

  function keepInField(input: HTMLInputElement) {
    const left = new DataTransfer();
    for (const { file, state, ...each } of all)
      if (each.input === input && (state === 'waiting' || state === 'stopped')) left.items.add(file);
    input.files = left.files;
    // The list names the files; the field would say that there are none.
    input.style.color = all.length > 0 ? 'transparent' : '';
    updateStatus();
  }

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    for (let next = all.find(isWaiting); next; next = all.find(isWaiting)) await send(next);
    isSending = false;
    release?.();
  }

  /** An unusable file is refused at once, not when its turn comes. */
  async function announceFile(each: Sending) {
    try {
      await announce(each.file, uploadCallbacks(each, form.dataset.chunks === 'pictures'));
    } catch (error) {
      refuse(each, error);
    }
  }

  async function send(each: Sending) {
    const { file, id } = each;
    try {
      const callbacks = uploadCallbacks(each, form.dataset.chunks === 'pictures');
      showArrived(each, await sendInChunks(file, callbacks, id));
      offer(each, 'Remove', () => remove(each));
      keepInField(each.input);
    } catch (error) {
      refuse(each, error);
    }
  }

  function refuse(each: Sending, error: unknown) {
    if (each.stop.signal.aborted) return;
    if (showFailure(each, error)) offer(each, 'Try again', () => again(each));
    else offer(each, 'Remove', () => remove(each));
    keepInField(each.input);
  }

  function again(each: Sending) {
    offer(each, 'Cancel', () => remove(each));
    showAgain(each);
    void sendAll();
  }
}

/** Says at once what is missing; the server would say it only after the files. */
function explain(blank: HTMLElement) {
  const words = Object.assign(document.createElement('p'), { className: 'field__error', role: 'alert' });
  words.textContent = blank.dataset.missing ?? '';
  blank.parentElement?.querySelector('.field__error')?.remove();
  blank.after(words);
  blank.focus();
  blank.addEventListener('input', () => words.remove(), { once: true });
}

const isWaiting = ({ state }: Sending) => state === 'waiting';

/** The list below the field, a line above the button that says how it stands, and the field that names what is left
 *  out. */
function placesIn(form: HTMLFormElement, submit: HTMLButtonElement | null) {
  const list = Object.assign(document.createElement('ul'), { className: 'ruled sending' });
  const status = Object.assign(document.createElement('p'), { role: 'status', className: 'soft' });
  const leftOut = Object.assign(document.createElement('input'), { type: 'hidden', name: 'leftOut' });
  form.querySelector('input[type=file]')?.closest('.field')?.append(list);
  (submit?.closest('.form__actions') ?? submit)?.before(status);
  form.append(leftOut);
  const say = (message: string) => {
    if (status.textContent !== message) status.textContent = message;
  };
  return { list, say, leftOut };
}

const uploadCallbacks = (each: Sending, onlyPictures: boolean) => ({
  signal: each.stop.signal,
  onlyPictures,
  onBegin(id: string) {
    each.id = id;
    document.querySelector(`[data-unfinished="${id}"]`)?.remove();
  },
  onProgress: (arrived: number, secondsLeft: number) => showProgress(each, arrived, secondsLeft),
  onPause(why: string) {
    each.text.textContent = why;
  },
});
