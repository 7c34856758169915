import { plansPath } from '../../../domain/checkout-paths.ts';
import type { ItemView } from './item-view.server.ts';

export function Downloads({ item }: { item: ItemView }) {
  const files = item.media.filter(({ video }) => video?.state !== 'preparing' && video?.state !== 'file');
  if (item.locked || files.length === 0) return null;
  if (!item.mayDownload) {
    if (item.downloads === 'nobody' || (item.downloads === 'buyers' && !item.canBuy)) return null;
    if (item.downloads === 'buyers') {
      return <p className="soft small no-print">Buy this technique to download it.</p>;
    }
    return (
      <p className="soft small no-print">
        Downloads come with <a href={plansPath(`/content/${item.id}`)}>Premium and VIP</a>
        {item.canBuy && ', or when you buy this technique'}.
      </p>
    );
  }
  return (
    <section className="stack no-print" aria-labelledby="downloads">
      <h2 id="downloads" className="as-h3">
        Downloads
      </h2>
      <ul className="row">
        {files.map(({ id, video }, index) => (
          <li key={id}>
            <a className="tag" href={`/content/${item.id}/media/${id}/download`} rel="nofollow">
              {video ? 'Video' : 'Picture'}
              {files.length > 1 && ` ${index + 1}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
