interface Stripe {
  elements(options: object): Elements;
  /** Leaves for `return_url`; resolves only when something failed. */
  confirmPayment(options: object): Promise<{ error?: Failure }>;
}
interface Elements {
  create(kind: 'payment'): Fields;
  submit(): Promise<{ error?: Failure }>;
}
interface Fields {
  on(name: 'ready' | 'loaderror', act: () => void): void;
  mount(place: Element): void;
}
interface Failure {
  type: string;
  code?: string;
  message?: string;
}

/** Milliseconds to wait for the fields before the member pays on the provider's page instead. */
const timeoutMs = 8_000;
const answerTime = 15_000;

/** Takes a card payment in the provider's fields; if they do not open, the form leads to the provider's page. The
 *  sandbox has a script with the same interface as Stripe's. */
export async function start(root: HTMLElement) {
  const form = root.closest('form');
  const [status, alert] = root.querySelectorAll('p');
  const fields = root.querySelector('[data-card-fields]');
  const [button, elsewhere] = form?.querySelectorAll('button') ?? [];
  if (!form || !status || !alert || !fields || !button || !elsewhere) return;

  const say = (message = '') => {
    alert.hidden = !message;
    // Screen readers announce only changes of a region that exists.
    setTimeout(() => alert.lastElementChild?.replaceChildren(message));
  };

  // Said by the script, because text browsers read what is only hidden.
  status.textContent = button.dataset.pending ?? '';
  root.hidden = false;
  let opened: { stripe: Stripe; elements: Elements };
  try {
    opened = await Promise.race([open(root, fields), tooLong()]);
  } catch {
    status.hidden = true;
    fields.remove();
    say('The card form did not open. Nothing was charged. The button below opens the payment page.');
    return;
  }

  let isPaying = false;
  const show = (paying: boolean) => {
    isPaying = paying;
    status.hidden = !paying;
    status.textContent = 'Your payment is on its way...';
    button.textContent = paying ? 'Paying...' : (root.dataset.label ?? '');
    // Not `disabled`, which would take the focus away.
    for (const each of [button, elsewhere]) each.ariaDisabled = `${paying}`;
  };
  elsewhere.hidden = false;
  show(false);
  addEventListener('pageshow', () => show(false));

  form.addEventListener('submit', async (event) => {
    if (event.submitter === elsewhere && !isPaying) return;
    event.preventDefault();
    if (isPaying) return;
    show(true);
    say();
    const { message, isRefused } = await pay(form, root.dataset, opened);
    if (isRefused) {
      isPaying = false;
      // That page explains the failure and what to do.
      form.requestSubmit(elsewhere);
    } else if (message !== undefined) {
      show(false);
      say(message);
    }
  });
}

const tooLong = () =>
  new Promise<never>((_, fail) => setTimeout(() => fail(new Error('Stripe took too long')), timeoutMs));

async function open(root: HTMLElement, place: Element) {
  const { cardForm: key = '', script = '', kind: mode, cents } = root.dataset;
  const stripe = await load(script, key);
  const amount = Number(cents);
  const elements = stripe.elements({ mode, amount, currency: 'usd', appearance: appearanceOf(root) });
  await new Promise<void>((done, fail) => {
    const card = elements.create('payment');
    card.on('ready', done);
    card.on('loaderror', () => fail(new Error('Stripe shows no fields')));
    card.mount(place);
  });
  return { stripe, elements };
}

function load(address: string, key: string): Promise<Stripe> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => {
      const { Stripe } = window as { Stripe?: (key: string, options: object) => Stripe };
      if (Stripe) done(Stripe(key, { locale: 'en' }));
      else fail(new Error('Stripe is not there'));
    };
    script.onerror = fail;
    document.head.append(script);
  });
}

/** Stripe's fields live in frames, so they need the style of this page. */
function appearanceOf(root: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(root);
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isDark =
    colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const ground = root.closest('section');
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorText: color,
      colorPrimary: color,
      colorBackground: ground ? getComputedStyle(ground).backgroundColor : '',
      fontFamily,
      borderRadius: '8px',
    },
  };
}

interface Outcome {
  message?: string | undefined;
  isRefused?: boolean;
}

async function pay(
  form: HTMLFormElement,
  { call = '', return: back = '', failed }: DOMStringMap,
  { stripe, elements }: { stripe: Stripe; elements: Elements },
): Promise<Outcome> {
  const { error: unfinished } = await elements.submit();
  if (unfinished) return { message: unfinished.message ?? 'Please check what you entered.' };
  let clientSecret: string;
  try {
    const answer = await fetch(call, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
      signal: AbortSignal.timeout(answerTime),
    });
    if (answer.status >= 400 && answer.status < 500) return { isRefused: true };
    ({ clientSecret } = await answer.json());
    if (!clientSecret) throw new Error(answer.statusText);
  } catch {
    return {
      message: `${failed}. Nothing was charged. Please try again, or pay on the payment page.`,
    };
  }
  const confirmParams = { return_url: new URL(back, location.href).href };
  const { error } = await stripe
    .confirmPayment({ elements, clientSecret, confirmParams })
    .catch((): { error: Failure } => ({ error: { type: 'unknown' } }));
  if (error && isOfCard(error)) {
    return { message: `Payment Failed: ${error.message}` };
  }
  // The result is unknown here; the return page asks Stripe.
  location.assign(`${back}?payment_intent=${clientSecret.split('_secret_')[0]}`);
  return {};
}

/** What another card may change. */
const isOfCard = ({ type, code }: Failure) =>
  ['card_error', 'validation_error'].includes(type) || code === 'payment_intent_authentication_failure';
