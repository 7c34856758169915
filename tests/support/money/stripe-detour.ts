import http from 'node:http';
import https, { type RequestOptions } from 'node:https';

/** Node loads this before a site under test, and sends its calls of Stripe's API to the sandbox on this machine. The
 *  site itself is unchanged, and set up with the documented variables. */
const port = process.env.FAKE_STRIPE_PORT;
const { request } = https;

const redirected = (options: RequestOptions, ...rest: []) =>
  options.host === 'api.stripe.com'
    ? http.request({ ...options, host: '127.0.0.1', port, agent: undefined }, ...rest)
    : request(options, ...rest);
https.request = redirected as typeof request;
