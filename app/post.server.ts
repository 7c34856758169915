import { join } from 'node:path';
import type { Env } from './env.server.ts';
import { log } from './http/log.server.ts';
import { openMail, type Post } from './mail/index.server.ts';

/** Opens the post that the settings mean, and says when no mail leaves the house.
 *  @throws Error that names a wrong setting; ask before anything is opened */
export async function openPost(env: Env): Promise<Post> {
  const post = await openMail({ ...env, folder: join(env.dataDir, 'outbox') });
  if (env.isProduction && !post.isSent) {
    log.error(
      { source: 'mail' },
      'SMTP_URL is not set: mail stays in the outbox of DATA_DIR and reaches nobody',
    );
  }
  return post;
}
