import { makeCookies } from '../../app/http/cookies.server.ts';
import type { Toast } from '../../app/http/toast.ts';
import { secret } from './world.ts';

const { flash } = makeCookies({ secret, secure: false });

/** Where an answer sends the person, and what the next page will tell them. */
export async function landed(answer: Response) {
  const cookie = answer.headers.get('set-cookie');
  const toast = cookie ? ((await flash.parse(cookie)) as Toast | null) : null;
  const to = answer.headers.get('location');
  return { status: answer.status, to, says: toast && [toast.title, toast.text].filter(Boolean).join(': ') };
}
