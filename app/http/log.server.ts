import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

const requests = new AsyncLocalStorage<string>();

/** Runs `work` as part of a request, so that every line it logs carries the request's number. */
export const inRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work);

/** The number of the request at hand, which its error page shows. */
export const requestId = () => requests.getStore();

const secrets = ['password', 'confirmPassword', 'newPassword', 'token', 'cookie', 'authorization', 'secret'];

/** The links of our mails are secrets that stand in an address. */
const withoutToken = (path: unknown) => String(path).replace(/^(\/auth\/\w+\/).+/, '$1…');

/** Structured lines on standard error; addresses, cookies and secrets never belong in a log. */
export const log = pino(
  {
    // Until the settings are read (boot/settings.server.ts).
    level: process.env.VITEST ? 'silent' : 'info',
    serializers: { error: pino.stdSerializers.err, path: withoutToken },
    mixin: () => {
      const id = requests.getStore();
      return id ? { requestId: id } : {};
    },
    redact: [
      ...secrets.flatMap((name) => [name, `*.${name}`]),
      'req.headers.cookie',
      'req.headers.authorization',
    ],
  },
  pino.destination({ dest: 2, sync: true }),
);
