import { Button } from '../../../ui/button.tsx';
import { Field, type Option, Select } from '../../../ui/field.tsx';
import { mostSeconds } from './loop.ts';

interface Props {
  id: number;
  mediaId: number;
  videos: Option[];
  written: { from: string; to: string; speed: string };
  errors: Record<string, string[]> | null;
}

const speedOptions = [
  { value: '1', label: 'Normal' },
  { value: '0.5', label: 'Half' },
  { value: '0.25', label: 'A quarter' },
];

/** Asks for a loop by its address. */
export function LoopForm({ id, mediaId, videos, written, errors }: Props) {
  const time = { inputMode: 'decimal', maxLength: 12 } as const;
  return (
    <search className="stack">
      <form action={`/content/${id}/loop`} className={errors ? 'form' : 'ask-row'} autoComplete="off">
        {videos.length > 1 ? (
          <Select name="media" label="Video" defaultValue={String(mediaId)} options={videos} />
        ) : (
          <input type="hidden" name="media" value={mediaId} />
        )}
        <Field {...time} name="from" label="From" defaultValue={written.from} error={errors?.from} />
        <Field {...time} name="to" label="To" defaultValue={written.to} error={errors?.to} />
        <Select
          name="speed"
          label="Speed"
          defaultValue={written.speed}
          options={speedOptions}
          error={errors?.speed}
        />
        <Button kind="secondary">Loop it</Button>
      </form>
      <p className="soft small">
        Seconds, such as 12.5, or a time, such as 1:02; at most {mostSeconds} seconds. The address of this
        page is the loop: keep it or pass it on.
      </p>
    </search>
  );
}
