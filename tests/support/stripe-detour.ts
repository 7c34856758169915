import http from 'node:http';
import https, { type RequestOptions } from 'node:https';

/**
 * Node loads this before a site under test: what the site sends to Stripe's API ends at the stand-in of this
 * machine. The site itself is the one that is sold, set up with the variables that are documented.
 */
const port = process.env.STRIPE_STANDIN_PORT;
const { request } = https;

const detoured = (options: RequestOptions, ...rest: []) =>
  options.host === 'api.stripe.com'
    ? http.request({ ...options, host: '127.0.0.1', port, agent: undefined }, ...rest)
    : request(options, ...rest);
https.request = detoured as typeof request;
