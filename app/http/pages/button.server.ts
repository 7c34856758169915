import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { Invalid, NotAllowed, NotFound, Refused, SignInRequired } from '../../errors.ts';
import type { AdminScope, MemberScope, Scope } from '../../scope.ts';
import { refusal } from '../api/api.server.ts';
import { parseInput } from '../parse.ts';
import { errorDocument, outageDocument } from '../telemetry/error-answer.server.ts';
import { outageOf } from '../telemetry/outage.server.ts';
import { ownPath, pageBehind } from './own-path.ts';
import { adminPage, type Context, memberPage, type PageRequest, page, seeOther } from './page.server.ts';
import { type Toast, toast } from './toast.ts';

/** The answer of a lone button: where to go (by default `back`), the toast, and data for scripts. */
export interface ButtonResult {
  to?: string;
  toast?: Toast;
  data?: unknown;
  headers?: Headers;
}

/** What a button may read of its request. */
interface ButtonRequest extends PageRequest {
  /** The sent fields, read by their schema.
   *  @param again what a person reads if they do not fit, where the page set them; by default the schema's messages
   *  @throws Invalid, or Refused 400 with `again` */
  input<Schema extends z.ZodType>(schema: Schema, again?: string): Promise<z.output<Schema>>;
}

/** What a person reads when the value that a button sets does not fit. */
export const pressAgain = 'Please press the button again.';

type ButtonHandler<S extends Scope> = (
  scope: S,
  request: ButtonRequest,
) => Promise<ButtonResult> | ButtonResult;
type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Guard<S extends Scope> = (
  handler: (scope: S, request: PageRequest) => Promise<Response>,
) => (args: Args) => Promise<Response>;

/** A lone POST button: 303 back with a toast, or `{ok, toast, data}` for `Accept: application/json`. */
export const button = (press: ButtonHandler<Scope>) => pressed(press, page, 'everyone');
export const memberButton = (press: ButtonHandler<MemberScope>) => pressed(press, memberPage, 'members');
export const adminButton = (press: ButtonHandler<AdminScope>) => pressed(press, adminPage, 'admins');

/** A lone button has no page: opening its address redirects back. */
export const noPage = ({ request }: { request: Request }) => {
  const above = ownPath(new URL(request.url).pathname.replace(/\/[^/]*$/, ''), '/');
  const document = errorDocument({
    title: 'This is a button',
    text: 'Opening its address does nothing. Nothing was changed.',
    link: { href: above, label: 'Back to its page' },
  });
  const headers = { Allow: 'POST', 'Content-Type': 'text/html; charset=utf-8' };
  throw new Response(document, { status: 405, headers });
};
/** The same for an admin's button; for others it answers like an unknown admin address. */
export const noAdminPage = adminPage((_scope, page) => noPage(page));

function pressed<S extends Scope>(
  press: ButtonHandler<S>,
  guard: Guard<S>,
  who: 'everyone' | 'members' | 'admins',
) {
  const byForm = guard((scope, request) => answerForm(press, scope, request));
  const byScript = guard((scope, request) => answerScript(press, scope, request));
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const { request } = args;
    if (request.method !== 'POST') return who === 'admins' ? guard(notOffered)(args) : notOffered();
    if (!request.headers.get('accept')?.includes('application/json')) return byForm(args);
    const { viewer } = (args.context as Context).scope;
    return viewer || who === 'everyone' ? byScript(args) : signedOut();
  };
}

const signedOut = () => json({ ok: false, toast: toastOf(new SignInRequired()) }, { status: 401 });

const withInput = (page: PageRequest): ButtonRequest => ({
  ...page,
  input: async (schema, again) => {
    const sent = Object.fromEntries(await page.fields());
    if (again === undefined || schema.safeParse(sent).success) return parseInput(schema, sent);
    throw new Refused(again, { status: 400 });
  },
});

async function answerScript<S extends Scope>(press: ButtonHandler<S>, scope: S, request: PageRequest) {
  try {
    await request.fields();
    const done = await press(scope, withInput(request));
    return json({ ok: true, toast: done.toast ?? null, data: done.data ?? null }, { headers: done.headers });
  } catch (error) {
    const refused = refusal(error);
    const message = toastOf(error);
    if (!message) return refused;
    const { status, headers } = refused;
    return json({ ...(await refused.json()), toast: message }, { status, headers });
  }
}

async function answerForm<S extends Scope>(press: ButtonHandler<S>, scope: S, page: PageRequest) {
  const { context } = page;
  const fields = await page.fields();
  const back = ownPath(fields.get('back'), pageBehind(page.request));
  try {
    const done = await press(scope, withInput(page));
    return await seeOther(context, done.to ?? back, done.toast, done.headers);
  } catch (error) {
    const message = toastOf(error);
    // Visitors are led to sign in. A button has no page for a 404, so its page shows the message.
    const isShown = error instanceof NotFound ? ownPath(fields.get('back'), '') : scope.viewer;
    const isRefusal = error instanceof Refused || error instanceof Invalid;
    if (message && (isShown || isRefusal) && !(error instanceof SignInRequired)) {
      return seeOther(context, back, message);
    }
    const outage = outageOf(error);
    throw outage ? outageDocument(outage, back) : error;
  }
}

function toastOf(error: unknown): Toast | null {
  if (error instanceof SignInRequired) return toast.error(error.title, error.message);
  if (error instanceof NotFound) return toast.error('Error', 'This no longer exists.');
  if (error instanceof Refused) return toast.error('Error', error.message, error.link);
  const hasMessage = error instanceof Invalid || error instanceof NotAllowed;
  return hasMessage ? toast.error('Error', error.message) : null;
}

const notOffered = async () =>
  json({ message: 'Method Not Allowed' }, { status: 405, headers: { Allow: 'POST' } });
