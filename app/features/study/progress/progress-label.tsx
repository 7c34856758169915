import { clockOf } from '../../library/items/step.ts';
import type { Progress } from './progress.schema.ts';

/** 'Seen', or the link to where the member left the video. */
export function ProgressLabel({ id, title, seconds, seen }: Progress & { id: number; title: string }) {
  if (seen) return <>Seen</>;
  if (!seconds) return <>Opened</>;
  return (
    <a className="tap" href={`/content/${id}?t=${seconds}#video`}>
      Continue at {clockOf(seconds)}
      <span className="visually-hidden">: {title}</span>
    </a>
  );
}
