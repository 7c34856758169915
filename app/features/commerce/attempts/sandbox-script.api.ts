import { sandboxApiPath } from '../../../domain/checkout-paths.ts';
import { NotFound } from '../../../errors.ts';
import { api, everyone } from '../../../http/api/api.server.ts';
import { textAnswer } from '../../../http/cache/text-answer.server.ts';
import { cardScript } from '../../../payments/card-script.ts';

/** The sandbox's counterpart of Stripe's script. @throws NotFound wherever payments are real */
const call = api({
  GET: everyone(({ sandbox }, { request }) => {
    if (!sandbox) throw new NotFound();
    return textAnswer(request, cardScript(sandboxApiPath), 'text/javascript; charset=utf-8');
  }),
});
export const loader = call.loader;
export const action = call.action;
