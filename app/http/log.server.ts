import { pino } from 'pino';

/** Structured lines on standard error; addresses, cookies and secrets never belong in a log. */
export const log = pino(
  {
    level: process.env.LOG_LEVEL || (process.env.VITEST ? 'silent' : 'info'),
    serializers: { error: pino.stdSerializers.err },
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token'],
  },
  pino.destination({ dest: 2, sync: true }),
);
