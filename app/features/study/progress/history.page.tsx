import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonForm, ButtonLink } from '../../../ui/button.tsx';
import { calendarDay, dayOf } from '../../../ui/date.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { pageLinks } from '../../core/lists/keyset.ts';
import { LibraryTabs } from '../screens/library-tabs.tsx';
import { isPaused, listHistory } from './history.server.ts';
import { historyJson } from './history-json.ts';
import { ProgressLabel } from './progress-label.tsx';
import { SeenButton } from './seen-button.tsx';

export const meta = () => [{ title: 'Your history | Summa' }, { name: 'robots', content: 'noindex' }];

const pageSize = 24;

export const loader = memberPage(async (scope, { url }) => {
  const { searchParams } = url;
  const asked = { after: searchParams.get('after'), before: searchParams.get('before') };
  const page = await listHistory(scope, { size: pageSize, ...asked });
  return {
    days: byDay(page.items.map((entry) => ({ ...historyJson(entry), creator: entry.creatorUsername }))),
    isPaused: await isPaused(scope),
    here: url.pathname + url.search,
    ...pageLinks(url, page),
  };
});

/** Entries under the days on which they were last opened, as the viewer's calendar has them. */
function byDay<Entry extends { lastAt: string }>(entries: Entry[]) {
  const days = new Map<string, { day: string; entries: Entry[] }>();
  for (const entry of entries) {
    const key = calendarDay(entry.lastAt);
    const of = days.get(key) ?? { day: dayOf(entry.lastAt), entries: [] };
    of.entries.push(entry);
    days.set(key, of);
  }
  return [...days.values()];
}

export default function History() {
  const { days, isPaused: paused, here, older, newer } = useLoaderData<typeof loader>();
  return (
    <div className="stack measure">
      <h1>Your history</h1>
      <LibraryTabs current="/history" />
      <div className="row">
        <ButtonForm
          action="/history/pause"
          fields={{ paused: paused ? '0' : '1' }}
          kind={paused ? 'primary' : 'secondary'}
        >
          {paused ? 'Turn history on' : 'Pause history'}
        </ButtonForm>
        {days.length > 0 && (
          <ButtonLink href="/history/clear" kind="quiet" icon="trash" data-dialog="">
            Clear history
          </ButtonLink>
        )}
      </div>
      <p className="soft small">
        {paused ? 'It is paused: what you open and watch is not kept.' : 'Only you see this.'}
      </p>
      {days.length === 0 && (
        <Empty
          icon="eye"
          title="Nothing here yet"
          text="Techniques you open come here, with the moment where you left their videos."
        >
          <ButtonLink href="/discover">Discover techniques</ButtonLink>
        </Empty>
      )}
      {days.map(({ day, entries }) => (
        <section key={day} className="stack">
          <h2 className="as-h3">{day}</h2>
          <ul className="ruled">
            {entries.map((entry) => (
              <li key={entry.contentId} id={`item-${entry.contentId}`} className="row row--apart">
                <div>
                  <p>
                    <a className="tap" href={`/content/${entry.contentId}`}>
                      <strong>{entry.title}</strong>
                    </a>{' '}
                    <span className="soft small">@{entry.creator}</span>
                  </p>
                  <p className="soft small">
                    <Moment at={entry.lastAt} as="time" /> ·{' '}
                    {entry.locked ? 'Locked now' : <ProgressLabel {...entry} id={entry.contentId} />}
                  </p>
                </div>
                <div className="row">
                  <SeenButton {...entry} id={entry.contentId} back={`${here}#item-${entry.contentId}`} />
                  <ButtonForm
                    action={`/history/${entry.contentId}/forget`}
                    fields={{ back: here }}
                    kind="quiet"
                    icon="close"
                    aria-label={`Take out of your history: ${entry.title}`}
                  />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Pager older={older} newer={newer} />
    </div>
  );
}
