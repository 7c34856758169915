import { randomUUID } from 'node:crypto';
import { useLoaderData } from '@remix-run/react';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { pageLinks } from '../../core/lists/keyset.ts';
import { LibraryTabs } from '../screens/library-tabs.tsx';
import { newListSchema } from './list.schema.ts';
import { ListForm } from './list-form.tsx';
import { ListLines } from './list-lines.tsx';
import { seenOn } from './list-progress.server.ts';
import { createList, myLists } from './lists.server.ts';
import { followedLists } from './sharing/follow-list.server.ts';

const size = 24;

export const meta = () => [{ title: 'Your lists | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope, { url }) => {
  const { searchParams } = url;
  const isFollowed = searchParams.get('show') === 'followed';
  const asked = { after: searchParams.get('after'), before: searchParams.get('before') };
  const page = await (isFollowed ? followedLists : myLists)(scope, { size, ...asked });
  const seen = await seenOn(
    scope,
    page.items.map(({ id }) => id),
  );
  const lists = page.items.map((list) => ({ ...list, seen: seen.get(list.id) ?? 0 }));
  const { hasContent: isCreator } = scope.viewer;
  return { isFollowed, isCreator, lists, attempt: randomUUID(), ...pageLinks(url, page) };
});

export const action = memberPage(async (scope, { context, form }) => {
  const id = await createList(scope, await form(newListSchema));
  return seeOther(
    context,
    `/lists/${id}`,
    toast.success('List made', 'Put techniques on it from their pages.'),
  );
});

export default function Lists() {
  const { isFollowed, isCreator, lists, attempt, older, newer } = useLoaderData<typeof loader>();
  const isRefused = usePostedErrors() !== undefined;
  return (
    <div className="stack measure">
      <header className="row row--apart">
        <h1>{isFollowed ? 'Lists you follow' : 'Your lists'}</h1>
        <ButtonLink href={isFollowed ? '/lists' : '/lists?show=followed'} kind="secondary">
          {isFollowed ? 'Your own lists' : 'Lists you follow'}
        </ButtonLink>
      </header>
      <LibraryTabs current="/lists" />
      {lists.length === 0 && isFollowed && (
        <Empty icon="menu" title="You follow no lists yet" text="Follow a list to find it here again.">
          <ButtonLink href="/creators">Find creators</ButtonLink>
        </Empty>
      )}
      {lists.length === 0 && !isFollowed && (
        <Empty
          icon="menu"
          title="No lists yet"
          text="Put techniques into an order: what you drill this month, or what to show before a competition."
        />
      )}
      <ListLines lists={lists} />
      <Pager older={older} newer={newer} />
      {!isFollowed && (
        <NewList isOpen={isRefused || lists.length === 0} isCreator={isCreator} attempt={attempt} />
      )}
    </div>
  );
}

const newValues = { kind: 'list', title: '', description: '', visibility: 'private' };

function NewList({ isOpen, isCreator, attempt }: { isOpen: boolean; isCreator: boolean; attempt: string }) {
  return (
    <details className="panel" open={isOpen}>
      <summary>New list</summary>
      <ListForm action="/lists" values={newValues} mayBeCourse={isCreator} attempt={attempt}>
        <div className="form__actions">
          <Button kind="primary" icon="plus" pending="Saving...">
            Make the list
          </Button>
        </div>
      </ListForm>
    </details>
  );
}
