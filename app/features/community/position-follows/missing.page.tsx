import { useLoaderData } from '@remix-run/react';
import { idInAddress, memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { titleOf } from '../../map/screens/labels.ts';
import { positionPath } from '../../map/screens/paths.ts';
import { listMissing } from './missing.server.ts';

const size = 24;

export const meta = () => [{ title: 'Missing here | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { url }) => {
  const asked = url.searchParams.get('after');
  const page = await listMissing(scope, { size, after: asked === null ? null : idInAddress(asked) });
  return { ...page, isStart: asked === null };
});

export default function Missing() {
  const { positions, after, all, isStart } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Missing here</h1>
      <p className="soft">
        {counted(all, 'position')} of the map that no technique on Summa starts or ends in yet, the most
        followed first. Members who follow a position are notified when you publish.
      </p>
      {positions.length === 0 && (
        <Empty title="Nothing is missing" text="Every position of the map has a technique." icon="check">
          <ButtonLink href="/map">See the map</ButtonLink>
        </Empty>
      )}
      <ul className="ruled">
        {positions.map((position) => (
          <li key={position.id} className="row row--apart">
            <span>
              <a className="tap" href={positionPath(position)}>
                <strong>{titleOf(position.name)}</strong>
              </a>{' '}
              <span className="soft small">
                {position.followers > 0 && `${counted(position.followers, 'follower')}. `}
                {position.ways.length > 0 && 'Ways out: '}
                {position.ways.map(({ id, name }, index) => (
                  <span key={id}>
                    {index > 0 && ', '}
                    <a href={`/upload?startsIn=${position.id}&does=${id}`}>{name}</a>
                  </span>
                ))}
              </span>
            </span>{' '}
            <ButtonLink
              href={`/upload?startsIn=${position.id}`}
              kind="secondary"
              icon="plus"
              aria-label={`Teach ${position.name}`}
            >
              Teach it
            </ButtonLink>
          </li>
        ))}
      </ul>
      <Pager
        newer={isStart ? null : '/map/missing'}
        older={after === null ? null : `/map/missing?after=${after}`}
        words={{ newer: 'From the start', older: 'More' }}
      />
    </div>
  );
}
