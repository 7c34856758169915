import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';

export interface PendingFile {
  key: string;
  kind: 'image' | 'video';
  picture: PictureFacts;
}

export function PendingFiles({
  files,
  isAnswer,
  untick = 'Untick what you do not want to publish.',
}: {
  files: readonly PendingFile[];
  isAnswer: boolean;
  untick?: string;
}) {
  if (files.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>Files already uploaded</legend>
      <p className="field__hint">
        {isAnswer
          ? untick
          : 'From an upload you didn’t finish. Tick what to use here; the rest will be deleted.'}
      </p>
      <ul className="grid grid--small">
        {files.map(({ key, kind, picture }) => (
          <li key={key}>
            <input type="hidden" name="shown" value={key} />
            <label className="choice">
              <input type="checkbox" name="kept" value={key} defaultChecked={isAnswer} />
              <span className="visually-hidden">Use this {kind === 'video' ? 'video' : 'picture'}</span>
              <Picture picture={picture} shape="4x3" />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
