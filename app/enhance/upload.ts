import { makeDropArea } from './drop-area.ts';
import { guardUnsavedInput } from './leave-guard.ts';
import { sendInPieces } from './pieces.ts';
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

/** Sends files as they are chosen, in pieces that survive a lost connection; the form sends their keys. */
export function startUploads(form: HTMLFormElement) {
  const { list, say } = placeIn(form);
  const submit = form.querySelector<HTMLButtonElement>('button[type=submit]');
  let all: Sending[] = [];
  let isSending = false;
  let isLeaving = false;
  let pressed: HTMLElement | null = null;

  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') choose(target);
    weigh();
  });
  makeDropArea(form, (input, files) => {
    choose(input, files);
    // A file dropped far below the field would be added out of view.
    list.scrollIntoView({ block: 'nearest' });
  });
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type=file]')) choose(input);
  form.addEventListener('submit', (event) => {
    isLeaving = !all.some(({ state }) => state === 'waiting');
    weigh();
    if (isLeaving) return;
    event.preventDefault();
    pressed = event.submitter;
    say('Publishing as soon as your files are uploaded…', true);
  });

  weigh();
  addEventListener('pageshow', () => {
    isLeaving = false;
    weigh();
  });

  /** Decides whether the form may be submitted and whether leaving would lose files. */
  function weigh() {
    const isWorth = all.some(({ state }) => state !== 'wrong');
    guardUnsavedInput(isWorth && !isLeaving);
    // A technique needs a file (E5.20).
    if (!submit || form.dataset.pieces !== 'technique') return;
    const has = isWorth || form.querySelector('[name=kept]:checked');
    submit.disabled = !has;
    submit.title = has ? '' : 'Please choose a file first.';
  }

  function choose(input: HTMLInputElement, chosen = [...(input.files ?? [])]) {
    if (chosen.length > 0 && !input.multiple) for (const each of all) if (each.input === input) drop(each);
    for (const file of chosen) if (!isAmong(all, file)) add(sendingOf(file, input));
    keepInField(input);
    void sendAll();
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
    say(`${each.file.name} is left out.`);
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
    weigh();
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
    // Refused files are reported first; a second press submits the rest.
    if (!all.some(({ state }) => state === 'wrong')) form.requestSubmit(button);
  }

  async function send(each: Sending) {
    if (each.state !== 'waiting') return;
    const { file, stop, input } = each;
    try {
      showArrived(each, await sendInPieces(file, carrierOf(each, form.dataset.pieces === 'pictures')));
      offer(each, 'Remove', () => remove(each));
      say(`${file.name} has arrived.`);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (showFailure(each, error)) offer(each, 'Try again', () => again(each));
      else offer(each, 'Remove', () => remove(each));
      say((error as Error).message);
    }
    keepInField(input);
  }

  function again(each: Sending) {
    offer(each, 'Cancel', () => remove(each));
    showAgain(each);
    void sendAll();
  }
}

/** The list below the field and its live region, which also speaks what the lines show. */
function placeIn(form: HTMLFormElement) {
  const list = Object.assign(document.createElement('ul'), { className: 'sending' });
  const status = Object.assign(document.createElement('p'), { role: 'status', className: 'visually-hidden' });
  form.querySelector('input[type=file]')?.closest('.field')?.append(list, status);
  const say = (message: string, isSeen = false) => {
    status.className = isSeen ? '' : 'visually-hidden';
    status.textContent = message;
  };
  return { list, say };
}

const carrierOf = (each: Sending, onlyPictures: boolean) => ({
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
