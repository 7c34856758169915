import { type ContentStatus, labelOf } from '../../../../domain/content-terms.ts';
import type { Tier } from '../../../../domain/tiers.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../ui/button.tsx';
import { count } from '../../../../ui/number.ts';
import { Icon } from '../../../../ui/pictures/icon.tsx';
import { Picture, type PictureFacts } from '../../../../ui/pictures/picture.tsx';
import { CardMarks, NoPicture } from '../../../library/catalog/content-card.tsx';

interface CreatorItem {
  id: number;
  title: string;
  tier: Tier;
  status: ContentStatus;
  picture: PictureFacts | null;
  likes: number;
  views: number;
}

/** A creator's items, each with a link to delete it (C2.49). */
export function CreatorItems({ items }: { items: readonly CreatorItem[] }) {
  return (
    <ul className="grid">
      {items.map((item) => (
        <li key={item.id}>
          <Made item={item} />
        </li>
      ))}
    </ul>
  );
}

function Made({ item: { id, title, tier, status, picture, likes, views } }: { item: CreatorItem }) {
  return (
    <article className="card" data-tier={tier}>
      <div className="card__picture">
        {picture ? <Picture picture={picture} shape="4x3" sizes="18rem" loading="lazy" /> : <NoPicture />}
        <CardMarks tier={tier} locked={false} />
      </div>
      <div className="belt" />
      <div className="card__body">
        <h3 className="card__title">
          <a className="clamp" href={`/content/${id}`}>
            {title}
          </a>
        </h3>
        {status !== 'published' && (
          <p>
            <Badge>{labelOf(status)}</Badge>
          </p>
        )}
        <ul className="card__facts">
          <li>
            <Icon name="heart" />
            {count(likes)}
            <span className="visually-hidden"> likes</span>
          </li>
          <li>
            <Icon name="eye" />
            {count(views)}
            <span className="visually-hidden"> views</span>
          </li>
        </ul>
        <div className="card__actions">
          <ButtonLink
            href={`/admin/content/${id}/delete`}
            className="card__buy"
            kind="secondary"
            icon="trash"
            data-dialog=""
          >
            Delete<span className="visually-hidden"> {title}</span>
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
