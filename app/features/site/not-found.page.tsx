import { NotFound } from '../../errors.ts';
import { page } from '../../http/page.server.ts';

const missing = page(() => {
  throw new NotFound();
});

/** Every address that the table does not know; the document around it is the root's. */
export const loader = missing;
export const action = missing;

export const meta = () => [{ title: 'Page Not Found | Summa' }];

export default function NotFoundPage() {
  return null;
}
