import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

const requests = new AsyncLocalStorage<string | undefined>();

/** Runs `work` as part of a request, so that its log lines carry the request's number. */
export const inRequest = <Result>(id: string | undefined, work: () => Result): Result =>
  requests.run(id, work);

export const requestId = () => requests.getStore();

const secrets = ['password', 'confirmPassword', 'newPassword', 'token', 'cookie', 'authorization', 'secret'];

/** Links in emails hold a secret in their path. */
const withoutToken = (path: unknown) => String(path).replace(/^(\/auth\/\w+\/).+/, '$1…');

/** Structured lines on standard error; never log addresses, cookies or secrets. */
export const log = pino(
  {
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
  // The supervisor reads a child's standard error; the log has its own descriptor (supervisor.ts).
  pino.destination({ dest: Number(process.env.LOG_FD ?? 2), sync: true }),
);
