import type { Toast } from '../../../app/http/pages/toast.ts';
import { makeCookies } from '../../../app/http/security/cookies.server.ts';
import { secret } from '../world.ts';

const { flash } = makeCookies({ secret, secure: false });

/** Where an answer redirects to, and the message on the next page. */
export async function redirectOf(answer: Response) {
  const cookie = answer.headers.get('set-cookie');
  const toast = cookie ? ((await flash.parse(cookie)) as Toast | null) : null;
  const to = answer.headers.get('location');
  return { status: answer.status, to, says: toast && [toast.title, toast.text].filter(Boolean).join(': ') };
}
