import { Tabs } from '../../../ui/tabs.tsx';

/** Texts and files are edited on two pages, so that moving an image never loses unsaved text. */
export function EditTabs({
  id,
  title,
  current,
  requestId = null,
}: {
  id: number;
  title: string;
  current: 'details' | 'media';
  requestId?: number | null;
}) {
  const tabs = [
    { href: `/content/${id}/edit`, label: 'Details' },
    { href: `/content/${id}/edit/media`, label: 'Pictures and video' },
  ];
  return (
    <>
      {requestId !== null && (
        <p>
          <a className="tap" href={`/requests/${requestId}`}>
            Back to the request
          </a>
        </p>
      )}
      <h1>Edit {title}</h1>
      <Tabs label="What to edit" tabs={tabs} current={tabs[current === 'details' ? 0 : 1]?.href ?? ''} />
    </>
  );
}
