import { NotFound } from '../../errors.ts';
import { adminPage } from '../../http/page.server.ts';

/** What is nowhere on the admin's side; others are told no more than at its doors (issue 5, decisions 19). */
export const loader = adminPage(() => {
  throw new NotFound();
});
export const action = loader;

export default function Unknown() {
  return null;
}
