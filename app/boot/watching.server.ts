import type { ServerResponse } from 'node:http';
import { shareOfRange } from '../features/study/progress/progress.schema.ts';
import { noteRange } from '../features/study/progress/progress.server.ts';
import { log } from '../http/telemetry/log.server.ts';
import { isVideoVariant, type Variant } from '../media/media.ts';
import type { Scope } from '../scope.ts';

/** Keeps, when the answer was sent, where a member reads a video's file: players without our script do not tell (ADR-075). */
export function noteWatching(
  scope: Scope,
  { key, variant }: { key: string; variant: Variant },
  response: ServerResponse,
) {
  const { viewer } = scope;
  if (!viewer || !isVideoVariant(variant)) return;
  const at = scope.now();
  response.once('close', () => {
    const share = shareOfRange(response.getHeader('Content-Range'));
    if (share === null) return;
    noteRange({ ...scope, viewer }, { key, share, at }).catch((error) =>
      log.warn({ error }, 'progress waits'),
    );
  });
}
