import { Icon } from '../../../ui/pictures/icon.tsx';

/** The item's address to copy or send; scripts open the device's share sheet instead (E2.73). */
export function Share({ url, title }: { url: string; title: string }) {
  const [words, address] = [title, url].map(encodeURIComponent);
  return (
    <details className="share" data-share={url}>
      <summary className="button button--icon" data-kind="quiet">
        <Icon name="share" />
        <span className="visually-hidden">Share {title}</span>
      </summary>
      <div className="share__panel">
        <input className="input" type="text" readOnly value={url} aria-label="Link" />{' '}
        <a href={`mailto:?subject=${words}&body=${address}`}>E-mail</a>{' '}
        <a href={`sms:?&body=${words}%20${address}`}>Text message</a>
      </div>
    </details>
  );
}
