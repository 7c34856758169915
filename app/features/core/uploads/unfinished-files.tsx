import { ButtonForm } from '../../../ui/button.tsx';
import { fileSize } from '../../../ui/number.ts';

interface UnfinishedFile {
  id: string;
  name: string;
  bytes: number;
  arrived: number;
}

/** Partly uploaded files. Each has its own form, so this cannot be inside another form. */
export function UnfinishedFiles({ files }: { files: readonly UnfinishedFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="stack">
      {files.map(({ id, name, bytes, arrived }) => (
        <li key={id} data-unfinished={id}>
          <p className="soft small">
            {fileSize(arrived)} of {fileSize(bytes)} of <strong>{name}</strong> arrived earlier. Choose it
            again, and it goes on from there.
          </p>
          <ButtonForm action={`/uploads/${id}/cancel`} kind="secondary">
            Cancel<span className="visually-hidden"> {name}</span>
          </ButtonForm>
        </li>
      ))}
    </ul>
  );
}
