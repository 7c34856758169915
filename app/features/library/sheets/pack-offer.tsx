import { ButtonLink } from '../../../ui/button.tsx';
import { counted, fileSize } from '../../../ui/number.ts';
import type { PackContents } from './pack.ts';
import { packLimits } from './pack-limits.ts';

/** What a study pack will hold, how large it is, and what is missing and why, before it is downloaded. */
export function PackOffer({ contents, href }: { contents: PackContents; href: string }) {
  const { study, items, locked, missing, pages, drawings, files, bytes } = contents;
  const holds = [
    counted(pages, 'page'),
    drawings > 0 && counted(drawings, 'drawing'),
    files > 0 && `${counted(files, 'picture or video', 'pictures and videos')}`,
  ];
  const others = items.filter(({ shown }) => shown.id !== study.item?.id);
  return (
    <section className="panel measure no-print" id="pack" aria-labelledby="pack-title">
      <h2 id="pack-title">Study pack</h2>
      <p>
        Everything on this sheet and more in one ZIP file, for the gym without a network: unpack it on your
        phone or computer and open index.html.
      </p>
      <p>
        It holds {holds.filter(Boolean).join(', ')}: about {fileSize(bytes)}.
      </p>
      {others.length > 0 && (
        <>
          <h3>To watch and to read</h3>
          <ul>
            {others.map(({ shown, media }) => (
              <li key={shown.id}>
                <a href={`/content/${shown.id}`}>{shown.title}</a>{' '}
                <span className="soft">{media.length === 0 ? 'as text' : counted(media.length, 'file')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {locked.length + missing.length > 0 && (
        <>
          <h3>Not in it</h3>
          <ul>
            {locked.map(({ id, title, opening }) => (
              <li key={id}>
                <a href={`/content/${id}`}>{title}</a> <span className="soft">{opening}</span>
              </li>
            ))}
            {missing.map(({ title, why }) => (
              <li key={`${title} ${why}`}>
                {title} <span className="soft">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="soft small">
        Videos come in their small version, and captions stay on the site. A pack has at most{' '}
        {packLimits.items} techniques to watch and {fileSize(packLimits.bytes)}.
      </p>
      <div className="row">
        <ButtonLink href={href} kind="primary" download rel="nofollow">
          Download the study pack
        </ButtonLink>
      </div>
    </section>
  );
}
