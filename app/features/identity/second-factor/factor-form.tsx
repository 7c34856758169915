import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { FactorProofFields } from './factor-proof-fields.tsx';
import { factorSchema } from './second-factor.schema.ts';

interface FactorFormProps {
  id: string;
  action: string;
  refused: string;
  kind: 'primary' | 'danger';
  pending: string;
  children: string;
}

export function FactorForm({ id, action, refused, kind, pending, children }: FactorFormProps) {
  const { form, errors, control } = usePostedForm(factorSchema, { id });
  return (
    <form {...form} action={action} className="form">
      <ErrorSummary errors={errors} title={refused} />
      <FactorProofFields control={control} />
      <div className="form__actions">
        <Button kind={kind} pending={pending}>
          {children}
        </Button>
        <ButtonLink href="/account/security" kind="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
