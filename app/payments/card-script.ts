/** The sandbox's card form: a script with the part of Stripe's interface that `enhance/pay.ts` uses. */

export type TestCardOutcome = 'pay' | 'decline' | 'needs_confirmation' | 'start_processing';

interface TestCard {
  number: string;
  outcome: TestCardOutcome;
  /** On its button; without it the form does not offer the card. */
  says?: string;
}

/** Three of Stripe's test cards, and one of a bank that takes days. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'pay', says: 'Pays' },
  { number: '4000000000000002', outcome: 'decline', says: 'Is declined' },
  { number: '4000002760003184', outcome: 'needs_confirmation', says: 'Bank asks' },
  { number: '4000000000000077', outcome: 'start_processing' },
];

interface Settings {
  /** Where the payments are confirmed, without the path of Stripe's API. */
  api: string;
  cards: readonly Pick<TestCard, 'number' | 'says'>[];
  style: string;
}

/** As Stripe's fields, they bring their own style. */
const style = `
  .card-pair, .test-cards { display: grid; align-items: end; gap: var(--s2) }
  .card-pair { grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr)) }
  .test-cards { grid-template-columns: repeat(auto-fit, minmax(min(100%, 4.9rem), 1fr)); align-items: stretch }
  .test-cards .button { flex-direction: column; gap: 0; inline-size: 100%; block-size: 100%;
    padding-inline: var(--s1); font-size: var(--t1) }
  .test-cards span { font-weight: 400 }`;

/** The text of the script. */
export const cardScript = (api: string) => {
  const cards = testCards.map(({ number, says }) => ({ number, says }));
  return `(${startCards})(${JSON.stringify({ api, cards, style } satisfies Settings)});`;
};

/** Runs in the browser from its own text, so it uses nothing of this module. */
function startCards({ api, cards, style }: Settings) {
  function make<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    fields: Record<string, string | boolean>,
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[Name] {
    const made = document.createElement(name);
    Object.assign<Element, typeof fields>(made, fields);
    made.append(...children);
    return made;
  }

  const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
  const inFours = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1 ');

  function field(id: string, label: string, placeholder: string, format: (digits: string) => string) {
    // Without a name, so that the form never sends it. A browser must not offer a real card here.
    const fields = { id, placeholder, className: 'input', inputMode: 'numeric', spellcheck: false };
    const input = make('input', fields);
    input.setAttribute('autocomplete', 'off');
    input.addEventListener('input', ({ inputType }: InputEvent | (Event & { inputType?: string })) => {
      input.removeAttribute('aria-invalid');
      const isAtEnd = input.selectionStart === input.value.length;
      if (isAtEnd && !inputType?.startsWith('delete')) input.value = format(digitsOf(input.value));
    });
    return { input, part: make('div', { className: 'field' }, make('label', { htmlFor: id }, label), input) };
  }

  function cardFields() {
    const number = field('card-number', 'Card number', '1234 1234 1234 1234', (text) =>
      inFours(text.slice(0, 16)),
    );
    const expiry = field('card-expiry', 'Expiration date', 'MM / YY', (text) =>
      text.length < 2 ? text : `${text.slice(0, 2)} / ${text.slice(2, 4)}`,
    );
    const code = field('card-code', 'Security code', 'CVC', (text) => text.slice(0, 4));

    const choose = (card: string) => {
      const year = String((new Date().getFullYear() + 3) % 100);
      const values = [inFours(card), `12 / ${year}`, '123'];
      for (const [at, { input }] of [number, expiry, code].entries()) {
        input.value = values[at] ?? '';
        input.removeAttribute('aria-invalid');
      }
    };
    const offered = cards.flatMap(({ number: card, says }) => {
      if (!says) return [];
      const end = make('span', { className: 'soft' }, `ends in ${card.slice(-4)}`);
      const button = make('button', { type: 'button', className: 'button' }, says, ' ', end);
      button.dataset.kind = 'secondary';
      button.addEventListener('click', () => choose(card));
      return [make('li', {}, button)];
    });
    const title = make('p', { id: 'test-cards' }, 'No money moves here. Use a test card:');
    const list = make('ul', { className: 'test-cards' }, ...offered);
    list.setAttribute('aria-labelledby', 'test-cards');
    const pair = make('div', { className: 'card-pair' }, expiry.part, code.part);
    const whole = make('div', { className: 'stack' }, number.part, pair, title, list);

    /** The first thing that is wrong, in Stripe's words. */
    function check() {
      const digits = digitsOf(number.input.value);
      const [month = 0, year = 0] = expiry.input.value.split('/').map(Number);
      const end = new Date(2000 + year, month);
      const problems: [HTMLInputElement, boolean, string][] = [
        [number.input, digits.length < 16, 'Your card number is incomplete.'],
        [
          number.input,
          !cards.some((card) => card.number === digits),
          'This is a sandbox: it takes only the test cards below.',
        ],
        [
          expiry.input,
          digitsOf(expiry.input.value).length < 4 || month < 1 || month > 12,
          'Your card’s expiration date is incomplete.',
        ],
        [expiry.input, end <= new Date(), 'Your card’s expiration date is in the past.'],
        [code.input, digitsOf(code.input.value).length < 3, 'Your card’s security code is incomplete.'],
      ];
      const wrong = problems.find(([, isWrong]) => isWrong);
      for (const { input } of [number, expiry, code]) input.removeAttribute('aria-invalid');
      if (!wrong) return {};
      const [input, , message] = wrong;
      input.ariaInvalid = 'true';
      input.focus();
      return { error: { type: 'validation_error', message } };
    }
    return { whole, check, number: () => digitsOf(number.input.value) };
  }

  /** The part of the payer's bank, in a window over the page. */
  const askBank = () =>
    new Promise<'confirms' | 'refuses'>((done) => {
      const confirm = make('button', { className: 'button', value: 'confirms' }, 'Confirm the payment');
      const refuse = make('button', { className: 'button', value: 'refuses' }, 'Refuse');
      refuse.dataset.kind = 'secondary';
      const title = make('h2', { id: 'bank-title' }, 'Your bank asks you to confirm this payment');
      const text = make('p', {}, 'Here your bank would ask for a code, or in its app. This one only asks.');
      const form = make('form', { method: 'dialog', className: 'form__actions' }, confirm, refuse);
      const page = make('section', { className: 'dialog-page' }, title, text, form);
      const dialog = make('dialog', {}, page);
      dialog.setAttribute('aria-labelledby', title.id);
      dialog.addEventListener('close', () => {
        dialog.remove();
        done(dialog.returnValue === 'confirms' ? 'confirms' : 'refuses');
      });
      document.body.append(dialog);
      dialog.showModal();
    });

  const open = () => ({
    elements() {
      const listeners: Record<string, () => void> = {};
      const { whole, check, number } = cardFields();
      return {
        create: () => ({
          on(name: string, act: () => void) {
            listeners[name] = act;
          },
          mount(place: Element) {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(style);
            document.adoptedStyleSheets.push(sheet);
            place.append(whole);
            listeners.ready?.();
          },
        }),
        submit: async () => check(),
        number,
      };
    },
    async confirmPayment(given: {
      elements: { number(): string };
      clientSecret: string;
      confirmParams: { return_url: string };
    }) {
      const { clientSecret, confirmParams, elements } = given;
      const [id = ''] = clientSecret.split('_secret_');
      const send = async (bank?: string) => {
        const body = new URLSearchParams({ client_secret: clientSecret, number: elements.number() });
        if (bank) body.set('bank', bank);
        return (await fetch(`${api}/v1/payment_intents/${id}/confirm`, { method: 'POST', body })).json();
      };
      let answer = await send();
      if (answer.status === 'requires_action') answer = await send(await askBank());
      if (answer.error) return { error: answer.error };
      const back = new URL(confirmParams.return_url);
      back.searchParams.set('payment_intent', id);
      back.searchParams.set('payment_intent_client_secret', clientSecret);
      back.searchParams.set('redirect_status', answer.status === 'processing' ? 'pending' : answer.status);
      location.assign(back);
      return new Promise(() => {});
    },
  });
  Object.assign(window, { Stripe: open });
}
