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
import { transitionSchema } from '../request.schema.ts';
import { findRequest } from '../view.server.ts';
import { type RequestTransition, requestTransitions } from './may-transition.ts';
import { requestLimits } from './states.ts';
import { transitionRequest } from './transition.server.ts';
import { transitionTexts } from './transition-texts.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.texts.title ?? 'Request'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

function transitionIn(text: string | undefined): RequestTransition {
  const transition = requestTransitions.find((each) => each === text);
  if (!transition) throw new NotFound();
  return transition;
}

export const loader = memberPage(async (scope, { id, params }) => {
  const transition = transitionIn(params.transition);
  const request = await findRequest(scope, id());
  const other = request.side === 'creator' ? request.requester : request.creator;
  const { title, transitions } = request;
  return {
    id: id(),
    transition: transition,
    title,
    isOpen: transitions.includes(transition),
    texts: transitionTexts(transition, { ...request, other }),
  };
});

export const action = memberPage(async (scope, { context, id, params, form }) => {
  const transition = transitionIn(params.transition);
  const { note } = await form(transitionSchema);
  const request = await findRequest(scope, id());
  await transitionRequest(scope, id(), transition, note);
  const { done } = transitionTexts(transition, { ...request, other: '' });
  return seeOther(context, `/requests/${id()}`, toast.success(done));
});

export default function Transition() {
  const { id, transition, title, isOpen, texts } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(transitionSchema, { id: 'transition' });
  const back = `/requests/${id}`;
  return (
    <DialogPage title={texts.title}>
      <p>
        <strong>{title}</strong>
      </p>
      <ErrorSummary errors={errors} title="Not done" />
      {isOpen ? (
        <form {...form} action={`${back}/${transition}`} className="form">
          <p>{texts.text}</p>
          {texts.note && (
            <TextArea
              {...control('note')}
              label={texts.note}
              hint={`At most ${requestLimits.reasonLength} characters.`}
              rows={texts.needsNote ? 5 : 3}
              required={texts.needsNote}
            />
          )}
          <div className="form__actions">
            <Button kind={texts.danger ? 'danger' : 'primary'} pending="One moment...">
              {texts.confirm}
            </Button>
            <ButtonLink kind="secondary" href={back} data-dialog-close="">
              Back
            </ButtonLink>
          </div>
        </form>
      ) : (
        <>
          <Callout title="This is not possible right now.">
            <p>The request has moved on, its deadline has passed, or it is the other member’s turn.</p>
          </Callout>
          {errors && texts.note && <TextArea {...control('note')} label="What you wrote" rows={3} readOnly />}
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
