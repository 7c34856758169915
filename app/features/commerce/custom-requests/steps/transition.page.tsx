import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../../errors.ts';
import { memberPage, seeOther } from '../../../../http/pages/page.server.ts';
import { toast } from '../../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { DialogPage } from '../../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../../ui/error-summary.tsx';
import { TextArea } from '../../../../ui/field.tsx';
import { usePostedForm } from '../../../../ui/posted-form.tsx';
import { actSchema } from '../request.schema.ts';
import { findRequest } from '../view.server.ts';
import { type RequestTransition, requestTransitions } from './may-transition.ts';
import { requestLimits } from './states.ts';
import { transitionRequest } from './transition.server.ts';
import { transitionTexts } from './transition-texts.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.words.title ?? 'Request'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

function actIn(text: string | undefined): RequestTransition {
  const act = requestTransitions.find((each) => each === text);
  if (!act) throw new NotFound();
  return act;
}

export const loader = memberPage(async (scope, { id, params }) => {
  const act = actIn(params.act);
  const request = await findRequest(scope, id());
  const other = request.side === 'creator' ? request.requester : request.creator;
  const { title, acts } = request;
  return {
    id: id(),
    act,
    title,
    isOpen: acts.includes(act),
    words: transitionTexts(act, { ...request, other }),
  };
});

export const action = memberPage(async (scope, { context, id, params, form }) => {
  const act = actIn(params.act);
  const { note } = await form(actSchema);
  const request = await findRequest(scope, id());
  await transitionRequest(scope, id(), act, note);
  const { done } = transitionTexts(act, { ...request, other: '' });
  return seeOther(context, `/requests/${id()}`, toast.success(done));
});

export default function Act() {
  const { id, act, title, isOpen, words } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(actSchema, { id: 'act' });
  const back = `/requests/${id}`;
  return (
    <DialogPage title={words.title}>
      <p>
        <strong>{title}</strong>
      </p>
      <ErrorSummary errors={errors} title="Not done" />
      {isOpen ? (
        <form {...form} action={`${back}/${act}`} className="form">
          <p>{words.text}</p>
          {words.note && (
            <TextArea
              {...control('note')}
              label={words.note}
              hint={`At most ${requestLimits.reasonLength} characters.`}
              rows={words.needsNote ? 5 : 3}
              required={words.needsNote}
            />
          )}
          <div className="form__actions">
            <Button kind={words.danger ? 'danger' : 'primary'} pending="One moment...">
              {words.confirm}
            </Button>
            <ButtonLink kind="secondary" href={back} data-dialog-close="">
              Back
            </ButtonLink>
          </div>
        </form>
      ) : (
        <>
          <Callout title="This cannot be done now.">
            <p>The request has moved on, its time is over, or it is the other one’s turn.</p>
          </Callout>
          {errors && words.note && <TextArea {...control('note')} label="What you wrote" rows={3} readOnly />}
          <p>
            <ButtonLink kind="secondary" href={back}>
              See the request
            </ButtonLink>
          </p>
        </>
      )}
    </DialogPage>
  );
}
