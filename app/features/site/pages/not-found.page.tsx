import { NotFound } from '../../../errors.ts';
import { page } from '../../../http/pages/page.server.ts';

const missing = page(() => {
  throw new NotFound();
});

/** Answers unknown addresses; the root renders the page. */
export const loader = missing;
export const action = missing;

export const meta = () => [{ title: 'Page Not Found | Summa' }];

export default function NotFoundPage() {
  return null;
}
