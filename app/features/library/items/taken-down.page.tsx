import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { askAbout } from '../../../domain/contact.ts';
import { NotFound } from '../../../errors.ts';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { dayOf } from '../../../ui/date.ts';
import { ownTakeDown } from './take-down.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Taken down: ${data?.title ?? ''} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = memberPage(async (scope, { id }) => {
  const found = await ownTakeDown(scope, id());
  if (!found) throw new NotFound();
  return found;
});

export default function TakenDown() {
  const { title, at, reason } = useLoaderData<typeof loader>();
  return (
    <div className="measure stack">
      <h1>{title}</h1>
      <Callout title={`Taken down on ${dayOf(at)}`} kind="error">
        <p className="as-written">{reason}</p>
      </Callout>
      <p>
        Only people who bought it can still see it, and it cannot be edited or published. If you think we are
        wrong, <a href={askAbout('content', title)}>write to support</a> and someone who was not involved will
        look again.
      </p>
      <div className="row">
        <ButtonLink href="/studio/content" kind="primary">
          My Content
        </ButtonLink>
        <ButtonLink href="/community-guidelines" kind="secondary">
          Community Guidelines
        </ButtonLink>
      </div>
    </div>
  );
}
