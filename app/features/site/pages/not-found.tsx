import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';

export function NotFoundPart() {
  return (
    <Empty
      heading="h1"
      icon="compass"
      title="Page Not Found"
      text="The page you're looking for doesn't exist or has been moved."
    >
      <ButtonLink href="/">Back to Home</ButtonLink>
    </Empty>
  );
}
