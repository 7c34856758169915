import type { Tier } from '../../../domain/tiers.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { count } from '../../../ui/number.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Picture, type PictureFacts } from '../../../ui/pictures/picture.tsx';
import { CardMarks, NoPicture } from '../catalog/content-card.tsx';

interface Entry {
  id: number;
  title: string;
  creator: string;
  tier: Tier;
  tierColor: string;
  locked: boolean;
  likes: number;
  comments: number;
  displayOrder: number;
  isActive: boolean;
  picture: PictureFacts | null;
  /** The item whose numbers are shown; null when the card has its own. */
  contentId: number | null;
}

interface Place {
  /** The linked item, public or not. */
  linkedTo: number | null;
  isFirst: boolean;
  isLast: boolean;
  path: string;
}

export function FeaturedEntry({ card, ...place }: { card: Entry } & Place) {
  // What visitors see: an admin may open every item, so it is never locked for this viewer.
  const isLocked = card.contentId === null ? card.locked : card.tier !== 'free';
  const anchor = `featured-${card.id}`;
  return (
    <li>
      <article className={`card ${card.tierColor}`} id={anchor} data-tier={card.tier}>
        <div className="card__picture">
          {card.picture ? (
            <Picture picture={card.picture} shape="4x3" sizes="18rem" loading="lazy" />
          ) : (
            <NoPicture />
          )}
          <CardMarks tier={card.tier} colour={card.tierColor} locked={isLocked} />
        </div>
        <div className="belt" />
        <div className="card__body">
          <h2 className="card__title">{card.title}</h2>
          <p className="card__creator">by {card.creator}</p>
          <Facts card={card} />
          <p className="row">
            <Badge>{card.isActive ? 'Active' : 'Inactive'}</Badge>
            {isLocked && <Badge icon="lock">LOCKED</Badge>}
          </p>
          <Linked to={place.linkedTo} isPublic={card.contentId !== null} />
          <div className="row">
            <ButtonLink href={`/admin/featured/${card.id}/edit`} kind="secondary" icon="edit">
              Edit<span className="visually-hidden"> {card.title}</span>
            </ButtonLink>
            <ButtonLink href={`/admin/featured/${card.id}/delete`} kind="quiet" icon="trash" data-dialog="">
              Delete<span className="visually-hidden"> {card.title}</span>
            </ButtonLink>
            {!place.isFirst && <Move card={card} step="up" back={`${place.path}#${anchor}`} />}
            {!place.isLast && <Move card={card} step="down" back={`${place.path}#${anchor}`} />}
          </div>
        </div>
      </article>
    </li>
  );
}

function Facts({ card }: { card: Entry }) {
  return (
    <ul className="card__facts">
      <li>
        <Icon name="heart" />
        {count(card.likes)}
        <span className="visually-hidden"> likes</span>
      </li>
      <li>
        <Icon name="comment" />
        {count(card.comments)}
        <span className="visually-hidden"> comments</span>
      </li>
      <li>Display order {card.displayOrder}</li>
    </ul>
  );
}

function Linked({ to, isPublic }: { to: number | null; isPublic: boolean }) {
  if (to === null) return null;
  if (!isPublic)
    return <p className="soft small">Its item {to} is not public, so this card shows its own text.</p>;
  return (
    <p className="small">
      <a className="tap" href={`/content/${to}`}>
        Opens item {to}
      </a>
    </p>
  );
}

const Move = ({ card, step, back }: { card: Entry; step: 'up' | 'down'; back: string }) => (
  <ButtonForm action={`/admin/featured/${card.id}/move`} fields={{ step, back }} kind="secondary">
    Move {step}
    <span className="visually-hidden"> {card.title}</span>
  </ButtonForm>
);
