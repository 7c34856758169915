import { Field, PasswordField } from '../../ui/field.tsx';

type Control = (name: 'code' | 'currentPassword') => Omit<Parameters<typeof Field>[0], 'label'>;

/** What is asked before an existing second factor changes: the password, and a code of either kind. */
export function FactorProofFields({ control }: { control: Control }) {
  return (
    <>
      <PasswordField
        {...control('currentPassword')}
        required
        label="Your password"
        autoComplete="current-password"
      />
      <Field
        {...control('code')}
        required
        label="Code"
        hint="The 6 digits that your app shows now, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}
