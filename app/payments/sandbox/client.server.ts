import Stripe from 'stripe';

/** A client that hands each call to the sandbox in this process, without any port. */
export function clientOf(answer: (request: Request) => Promise<Response>) {
  return Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const givenUp = new Promise<never>((_, fail) => {
      request.signal.addEventListener('abort', () => fail(request.signal.reason));
    });
    return Promise.race([answer(request), givenUp]);
  });
}
