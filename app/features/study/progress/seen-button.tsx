import { ButtonForm } from '../../../ui/button.tsx';

/** Marks an item as seen, or takes that back. */
export const SeenButton = ({
  id,
  title,
  seen,
  back,
}: {
  id: number;
  title: string;
  seen: boolean;
  back: string;
}) => (
  <ButtonForm
    action={`/content/${id}/seen`}
    fields={{ seen: seen ? '0' : '1', back }}
    kind="quiet"
    icon={seen ? 'back' : 'check'}
  >
    {seen ? 'Not seen yet' : 'Mark as seen'}
    <span className="visually-hidden">: {title}</span>
  </ButtonForm>
);
