import { redirect } from '@remix-run/node';
import { type Context, seeOther } from './page.server.ts';
import type { Toast } from './toast.ts';

/**
 * The payment provider's address, or a path where it is our own: whoever came by another name of this machine
 * keeps that name, and with it the session.
 */
export function addressFor({ scope }: Context, address: string): string {
  const { origin, pathname, search } = new URL(address);
  return origin === scope.origin ? `${pathname}${search}` : address;
}

/** A 303 to the payment provider, or back from it; the toast is for a page of our own. */
export async function leaveFor(context: Context, address: string, message?: Toast) {
  const place = addressFor(context, address);
  return place.startsWith('/') ? seeOther(context, place, message) : redirect(place, { status: 303 });
}
