import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/number.ts';
import { Pager } from '../../../ui/pager.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { mostCounted } from '../../community/comments/paths.ts';
import { QuestionLines } from '../../community/comments/question-lines.tsx';
import { ContentGrid } from '../../library/catalog/content-grid.tsx';
import { ListsInProgress } from '../../study/lists/in-progress.tsx';
import { Welcome } from '../welcome/welcome.tsx';
import type { FeedPage } from './feed.server.ts';

/** 'Welcome Back!' and the newest items (E2.47): the dashboard, and a phone's home page. */
export function Feed({ feed, children }: { feed: FeedPage; children?: ReactNode }) {
  const { items, older, newer, near, isFollowing, tabs, newMember, begun, lists, questions, ...rest } = feed;
  const { questionCount, ...place } = rest;
  return (
    <div className="stack">
      <header className="row row--apart">
        <div>
          <h1>Welcome Back!</h1>
          <p className="lead">Discover the latest content from your favorite creators</p>
        </div>
        {children}
      </header>
      <Welcome facts={newMember} back={tabs[0]?.href ?? '/dashboard'} />
      {begun.length > 0 && (
        <section className="stack" aria-labelledby="begun">
          <div className="row row--apart">
            <h2 id="begun">Continue</h2>
            <a className="tap" href="/history">
              Your history
            </a>
          </div>
          <ContentGrid items={begun} {...place} heading="h3" />
        </section>
      )}
      {lists.length > 0 && (
        <section aria-labelledby="in-progress">
          <div className="row row--apart">
            <h2 id="in-progress">Lists in progress</h2>
            <a className="tap" href="/lists">
              Your lists
            </a>
          </div>
          <ListsInProgress lists={lists} />
        </section>
      )}
      {questions.length > 0 && (
        <section aria-labelledby="questions">
          <div className="row row--apart">
            <h2 id="questions">Questions for you</h2>
            <a className="tap" href="/comments/unanswered">
              {questionCount < mostCounted ? counted(questionCount, 'question') : `${mostCounted}+ questions`}
            </a>
          </div>
          <QuestionLines questions={questions} />
        </section>
      )}
      <Tabs label="Feed" tabs={tabs} current={tabs[isFollowing ? 1 : 0]?.href ?? ''} />
      {isFollowing && items.length === 0 ? (
        <Empty title="Nothing here yet" text="What the athletes you follow publish comes here." icon="users">
          <ButtonLink href="/creators">Find athletes</ButtonLink>
        </Empty>
      ) : (
        <ContentGrid items={items} {...place} isFirst={begun.length === 0} />
      )}
      <Pager older={older} newer={newer} />
    </div>
  );
}
