import { Field, PasswordField } from '../../../ui/field.tsx';

type Control = (name: 'code' | 'currentPassword') => Omit<Parameters<typeof Field>[0], 'label'>;

/** Password and, with a second factor, a code: asked before sensitive changes. */
export function FactorProofFields({ control, asksCode = true }: { control: Control; asksCode?: boolean }) {
  return (
    <>
      <PasswordField
        {...control('currentPassword')}
        required
        label="Your password"
        autoComplete="current-password"
      />
      {asksCode && <CodeOrRecoveryField {...control('code')} required />}
    </>
  );
}

export const CodeOrRecoveryField = (wires: Omit<Parameters<typeof Field>[0], 'label'>) => (
  <Field
    hint="The 6 digits that your app shows now, or one of your recovery codes."
    {...wires}
    label="Code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
  />
);
