import { useLocation } from '@remix-run/react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { count, counted } from '../../../ui/number.ts';
import { Picture } from '../../../ui/pictures/picture.tsx';
import { TierBadge } from '../catalog/tier-badge.tsx';
import type { Linkable, LinkableItem } from './linkable-items.server.ts';

/** A form of its own, because the other one has to be sent by its Save button. */
export function FindItem({ find }: { find: string }) {
  const { pathname } = useLocation();
  return (
    <search>
      <form action={pathname} className="ask-row" data-find="">
        <Field
          name="find"
          label="Find a technique to link"
          type="search"
          maxLength={100}
          placeholder="Its name or its athlete"
          defaultValue={find}
          hint="Optional. The card then opens it and shows its athlete, tier and numbers."
        />
        <Button kind="secondary">Search</Button>
      </form>
    </search>
  );
}

/** What was found, as choices; the linked item and 'none' are always among them. */
export function ItemChoices({
  items: { find, found, linkedTo, linked },
  chosen,
  error,
}: {
  items: Linkable;
  chosen: string;
  error?: string[];
}) {
  const others = found.filter(({ id }) => id !== linkedTo);
  const known = [linkedTo, ...others.map(({ id }) => id)].map(String);
  return (
    <fieldset className="field" id="field-contentId" data-found="" aria-describedby="found-words">
      <legend>Linked technique</legend>
      <p className="soft small" id="found-words" role="status">
        {find &&
          (found.length === 0
            ? `Nothing found for “${find}”.`
            : `${counted(found.length, 'technique')} found.`)}
      </p>
      {error && <p className="field__error">{error[0]}</p>}
      <Choice value="" chosen={chosen}>
        <span>None</span>
      </Choice>
      {linkedTo !== null && (
        <Choice value={String(linkedTo)} chosen={chosen}>
          {linked ? (
            <Item item={linked} />
          ) : (
            <span>Number {linkedTo}, which is not public at the moment</span>
          )}
        </Choice>
      )}
      {others.map((item) => (
        <Choice key={item.id} value={String(item.id)} chosen={chosen}>
          <Item item={item} />
        </Choice>
      ))}
      {chosen !== '' && !known.includes(chosen) && (
        <Choice value={chosen} chosen={chosen}>
          <span>Number {chosen}, as chosen before</span>
        </Choice>
      )}
    </fieldset>
  );
}

function Choice({ value, chosen, children }: { value: string; chosen: string; children: React.ReactNode }) {
  return (
    <>
      <label className="choice">
        <input type="radio" name="contentId" value={value} defaultChecked={value === chosen} />
        {children}
      </label>{' '}
    </>
  );
}

const Item = ({ item: { title, creator, tier, picture } }: { item: LinkableItem }) => (
  <>
    {picture && (
      <span className="featured__thumb">
        <Picture picture={picture} shape="4x3" sizes="4rem" loading="lazy" />
      </span>
    )}
    <span>
      <strong>{title}</strong> <span className="soft small">by {creator}</span> <TierBadge tier={tier} />
    </span>
  </>
);

/** What visitors see while an item is linked, and which fields below wait meanwhile. */
export function LinkedNow({ item }: { item: LinkableItem | null }) {
  if (!item) return null;
  return (
    <div className="callout">
      {item.picture && (
        <span className="featured__thumb">
          <Picture picture={item.picture} shape="4x3" sizes="4rem" />
        </span>
      )}
      <p className="small">
        Visitors see <a href={`/content/${item.id}`}>{item.title}</a> with its own numbers:{' '}
        {count(item.likes)} {item.likes === 1 ? 'like' : 'likes'}, {counted(item.comments, 'comment')}.
        Creator, tier, likes, comments and lock typed below do not count while it is linked. Its picture is
        shown unless this card has one.
      </p>
    </div>
  );
}
