import { redirect } from '@remix-run/node';
import { type Context, seeOther } from './page.server.ts';
import type { Toast } from './toast.ts';

/** The provider's address, or a path for the sandbox, so that another host name keeps its session. */
export function addressFor({ scope }: Context, address: string): string {
  const { origin, pathname, search } = new URL(address);
  return origin === scope.origin ? `${pathname}${search}` : address;
}

/** A 303 to the payment provider or back from it; the toast is for our own pages. */
export async function leaveFor(context: Context, address: string, message?: Toast) {
  const place = addressFor(context, address);
  return place.startsWith('/') ? seeOther(context, place, message) : redirect(place, { status: 303 });
}
