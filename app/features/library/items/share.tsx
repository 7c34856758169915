import { Icon } from '../../../ui/pictures/icon.tsx';

/** The item's address to copy or send; scripts open the device's share sheet instead (E2.73). */
export function Share({ url, title }: { url: string; title: string }) {
  const body = encodeURIComponent(`${title} ${url}`);
  return (
    <details className="share" data-share={url} data-share-title={title}>
      <summary className="button button--icon" data-kind="quiet">
        <Icon name="share" />
        <span className="visually-hidden">Share {title}</span>
      </summary>
      <div className="share__panel">
        <input className="input" type="text" readOnly value={url} aria-label="Link" />{' '}
        <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${body}`}>E-mail</a>{' '}
        <a href={`sms:?&body=${body}`}>Text message</a>
      </div>
    </details>
  );
}
