import { Field } from '../../../ui/field.tsx';

type Wires = Omit<Parameters<typeof Field>[0], 'label' | 'hint'>;

/** The app's code gets a phone's digits and autofill; a recovery code has letters. */
export const CodeField = ({ isRecovery = false, ...wires }: Wires & { isRecovery?: boolean }) =>
  isRecovery ? (
    <Field
      {...wires}
      required
      label="Recovery code"
      hint="16 letters and digits, like abcd-2345-efgh-6789."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  ) : (
    <Field
      {...wires}
      required
      label="Code"
      hint="6 digits. A new one comes every 30 seconds."
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
