import { PasswordField } from '../../../ui/field.tsx';

type Control = Omit<Parameters<typeof PasswordField>[0], 'label'>;

export function NewPasswordFields({
  password,
  confirm,
  label = 'New password',
}: {
  password: Control;
  confirm: Control;
  label?: string;
}) {
  return (
    <>
      <PasswordField
        {...password}
        required
        label={label}
        hint="At least 6 characters. Three or four unrelated words make a strong one."
        autoComplete="new-password"
      />
      <PasswordField {...confirm} required label="Confirm password" autoComplete="new-password" />
    </>
  );
}
