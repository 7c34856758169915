import { useLoaderData } from '@remix-run/react';
import { supportEmail } from '../../../domain/contact.ts';
import { page } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { promisedHours } from './response-time.ts';

export const meta = () => [
  { title: 'Sent | Summa' },
  {
    name: 'description',
    content: 'Your question has reached the support of Summa, and when to expect the answer.',
  },
  { name: 'robots', content: 'noindex' },
];

/** Shown to a visitor after asking; the same for everyone. */
export const loader = page((_, { url }) => {
  const ofPrivacy = promisedHours('privacy');
  const isPrivacy = url.searchParams.get('hours') === String(ofPrivacy);
  return { hours: isPrivacy ? ofPrivacy : promisedHours('other') };
});

export default function Sent() {
  const { hours } = useLoaderData<typeof loader>();
  return (
    <Empty
      heading="h1"
      icon="mail"
      title="We have your question"
      text={`A person answers within ${hours} hours, to the address you gave. If nothing arrives, check your spam folder, or write to ${supportEmail}.`}
    >
      <ButtonLink href="/help-center">Back to the Help Center</ButtonLink>
    </Empty>
  );
}
