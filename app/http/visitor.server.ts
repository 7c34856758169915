import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isbot } from 'isbot';
import type { Viewer, Visitor } from '../scope.ts';

/** Who is behind a request, for counting and limits: an account, or a hash that nobody can join across days. */
export function visitorOf(
  request: IncomingMessage & { ip?: string },
  viewer: Viewer | null,
  { secret, now }: { secret: string; now: Date },
): Visitor {
  const address = request.ip ?? request.socket.remoteAddress ?? '';
  const agent = request.headers['user-agent'] ?? '';
  const day = now.toISOString().slice(0, 10);
  const hash = createHmac('sha256', `${secret}:${day}`).update(`${address}\n${agent}`).digest('base64url');
  return {
    dayKey: viewer ? `member:${viewer.id}` : hash.slice(0, 22),
    address,
    isBot: agent === '' || isbot(agent),
  };
}
