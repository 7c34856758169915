import { NotFound } from '../../../errors.ts';
import { adminPage } from '../../../http/pages/page.server.ts';

/** Unknown admin addresses answer like known ones, so that non-admins cannot tell them apart. */
export const loader = adminPage(() => {
  throw new NotFound();
});
export const action = loader;

export default function Unknown() {
  return null;
}
