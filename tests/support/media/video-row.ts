import { randomBytes } from 'node:crypto';
import { row } from '../sql.ts';

/** Adds a row of a converted video (without bytes) to an item. @returns the key of its address */
export async function addVideo(
  em: Parameters<typeof row>[0],
  item: number,
  { seconds = 200, position = 0 }: { seconds?: number | null; position?: number } = {},
): Promise<string> {
  const key = randomBytes(16).toString('hex');
  await row(em)`
    insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths, position,
      duration_ms, video_state, video_steps)
    select ${key}, creator_id, id, 'video', 'ready', 'video/mp4', 640, 480, 1000, '#aabbcc', '{320,640}', ${position},
      ${seconds === null ? null : seconds * 1000}, 'done', '{480}'
    from content where id = ${item}`;
  return key;
}
