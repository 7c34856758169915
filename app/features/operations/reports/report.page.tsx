import { type MetaFunction, useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../errors.ts';
import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { DialogPage } from '../../../ui/dialog-page.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { RadioGroup, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { promisedHours } from './deadline.ts';
import { kindNames, reasons } from './outcomes.ts';
import { type AskedSubject, maxDetails, reportSchema, subjectSchema } from './report.schema.ts';
import { fileReport, openReport } from './report.server.ts';
import { findSubject } from './subject.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Report ${data?.subject.name ?? ''} | Summa` },
  { name: 'robots', content: 'noindex' },
];

/** @throws NotFound unless the address names exactly one subject */
function askedIn(url: URL): AskedSubject {
  const asked = subjectSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw new NotFound();
  return asked.data;
}

export const loader = memberPage(async (scope, { url }) => {
  const subject = await findSubject(scope, askedIn(url));
  return {
    subject,
    here: `${url.pathname}${url.search}`,
    isReported: (await openReport(scope, subject)) !== null,
  };
});

const ownReports = { href: '/account/reports', label: 'Your reports' };

export const action = memberPage(async (scope, { context, url, form }) => {
  const { subject, isNew } = await fileReport(scope, askedIn(url), await form(reportSchema));
  const said = isNew
    ? toast.success(
        'Thank you for your report',
        `We’ll review it within ${promisedHours} hours and let you know.`,
        ownReports,
      )
    : toast.info('Already reported', 'We have your report and are looking at it.', ownReports);
  return seeOther(context, subject.address, said);
});

export default function ReportPage() {
  const { subject, here, isReported } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(reportSchema, { id: 'report' });
  return (
    <DialogPage title={`Report this ${kindNames[subject.kind].toLowerCase()}`}>
      <p>
        <strong>{subject.name}</strong>
      </p>
      {['review', 'message', 'comment'].includes(subject.kind) && subject.seen && (
        <blockquote className="as-written">{subject.seen}</blockquote>
      )}
      {isReported ? (
        <>
          <Callout title="You have already reported this">
            <p>We have your report and are looking at it. There is nothing more you need to do.</p>
          </Callout>
          <div className="form__actions">
            <ButtonLink kind="primary" href={ownReports.href}>
              Your reports
            </ButtonLink>
            <ButtonLink kind="secondary" href={subject.address} data-dialog-close="">
              Back
            </ButtonLink>
          </div>
        </>
      ) : (
        <form {...form} action={here} className="form">
          <ErrorSummary errors={errors} title="Not sent yet" />
          <RadioGroup
            {...control('reason')}
            label="What is wrong?"
            column
            options={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
          />
          <TextArea
            {...control('details')}
            label="Details (optional)"
            hint={`What should we look at? Needed for ‘Something else’. At most ${maxDetails} characters.`}
            rows={3}
          />
          <p className="soft small">
            <strong>Every report is reviewed within {promisedHours} hours.</strong> We never tell anyone who
            reported them. What does not belong here is listed in the{' '}
            <a href="/community-guidelines">Community Guidelines</a>.
          </p>
          <div className="form__actions">
            <Button kind="primary" pending="Sending...">
              Send report
            </Button>
            <ButtonLink kind="secondary" href={subject.address} data-dialog-close="">
              Cancel
            </ButtonLink>
          </div>
        </form>
      )}
    </DialogPage>
  );
}
