import { fileSize } from '../../ui/number.ts';
import type { Room } from './room.ts';

/** How much of their room a member uses. */
export function RoomLeft({ room: { usedBytes, quotaBytes } }: { room: Room }) {
  if (quotaBytes === null) return null;
  const used = `${fileSize(usedBytes)} of ${fileSize(quotaBytes)}`;
  return (
    <div>
      <p id="room" className="soft small">
        Your pictures and films use {used}.{' '}
        {usedBytes > 0.9 * quotaBytes && (
          <a href="/studio/content">Make room by deleting what you no longer need</a>
        )}
      </p>
      <meter aria-labelledby="room" value={usedBytes} max={quotaBytes}>
        {used}
      </meter>
    </div>
  );
}

export interface UnfinishedFile {
  id: string;
  name: string;
  bytes: number;
  arrived: number;
}

/** Files that came in part; only their owner still has the rest. */
export function UnfinishedFiles({ files }: { files: readonly UnfinishedFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="stack soft small">
      {files.map(({ id, name, bytes, arrived }) => (
        <li key={id} data-unfinished={id}>
          {fileSize(arrived)} of {fileSize(bytes)} of <strong>{name}</strong> arrived earlier. Choose it
          again, and it goes on from there.
        </li>
      ))}
    </ul>
  );
}
