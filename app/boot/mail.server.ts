import { join } from 'node:path';
import type { Env } from '../env.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { type Mailing, openMail } from '../mail/index.server.ts';

/** Opens the mail transport of the settings. @throws Error that names a wrong setting */
export async function openMailing(env: Env): Promise<Mailing> {
  const mailing = await openMail({ ...env, folder: join(env.dataDir, 'outbox') });
  if (env.isProduction && !mailing.isSent) {
    log.error(
      { source: 'mail' },
      'SMTP_URL is not set: mail stays in the outbox of DATA_DIR and reaches nobody',
    );
  }
  return mailing;
}
