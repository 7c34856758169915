import { Field, PasswordField } from '../../ui/field.tsx';

type Control = (name: 'code' | 'currentPassword') => Omit<Parameters<typeof Field>[0], 'label'>;

/** What is asked before something worth stealing changes: the password, and a code of either kind from who has them. */
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

/** A code of the app or a recovery code, in one field. */
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
