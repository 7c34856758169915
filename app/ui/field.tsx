import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { Icon, type IconName } from './pictures/icon.tsx';

export interface FieldWords {
  name: string;
  label: string;
  hint?: ReactNode;
  /** The server's messages; the first is shown. */
  error?: string | string[];
  /** Only needed when one page holds two fields of the same name. */
  id?: string;
}

type Input = FieldWords & Limited & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'>;

interface Limited {
  /** The longest text that the server takes. Unlike with `maxLength` more can be typed, and is explained. */
  most?: number;
}

export const fieldId = (name: string) => `field-${name}`;

export function Field({ name, label, hint, error, id, most, ...input }: Input) {
  return (
    <Frame name={name} label={label} hint={hint} error={error} id={id}>
      <input className="input" data-most={most} {...input} {...wiring({ name, label, hint, error, id })} />
    </Frame>
  );
}

/** The eye is hidden until a script makes it work. */
export function PasswordField({ name, label, hint, error, id, ...input }: Omit<Input, 'type' | 'value'>) {
  const wires = wiring({ name, label, hint, error, id });
  return (
    <Frame name={name} label={label} hint={hint} error={error} id={id}>
      <div className="field__control">
        <input
          className="input"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...wires}
          type="password"
        />
        <button
          type="button"
          className="button button--icon"
          data-kind="quiet"
          data-password={wires.id}
          aria-controls={wires.id}
          aria-pressed="false"
          aria-label={`Show ${label.toLowerCase()}`}
          hidden
        >
          <Icon name="eye" />
        </button>
      </div>
    </Frame>
  );
}

export function TextArea({
  name,
  label,
  hint,
  error,
  id,
  most,
  ...rest
}: FieldWords & Limited & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'>) {
  return (
    <Frame name={name} label={label} hint={hint} error={error} id={id}>
      <textarea
        className="input"
        rows={4}
        data-most={most}
        {...rest}
        {...wiring({ name, label, hint, error, id })}
      />
    </Frame>
  );
}

export interface Option {
  /** Without one the label is sent, so that a long list takes half the bytes. */
  value?: string;
  label: string;
}

export function Select({
  name,
  label,
  hint,
  error,
  id,
  options,
  ...rest
}: FieldWords & { options: readonly Option[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'id' | 'name'
  >) {
  return (
    <Frame name={name} label={label} hint={hint} error={error} id={id}>
      <select className="input" {...rest} {...wiring({ name, label, hint, error, id })}>
        {options.map((option) => (
          <option key={option.label} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** The limits belong in `hint`, so that they are known before the choice. The label is a button, because the browser's
 *  own button speaks the browser's language. */
export function FileField({
  name,
  label,
  hint,
  error,
  id,
  icon = 'plus',
  ...input
}: Omit<Input, 'type' | 'most'> & { icon?: IconName }) {
  const wires = wiring({ name, label, hint, error, id });
  return (
    <div className="field files">
      <label className="button" htmlFor={wires.id}>
        <Icon name={icon} />
        {label}
      </label>
      <input className="input" {...input} {...wires} type="file" />
      <Notes id={wires.id} hint={hint} error={error} />
    </div>
  );
}

export function Checkbox({ name, label, hint, error, id, value = 'true', ...input }: Omit<Input, 'type'>) {
  const wires = wiring({ name, label, hint, error, id });
  return (
    <div className="field">
      <label className="choice">
        <input {...input} value={value} {...wires} type="checkbox" />
        <span>{label}</span>
      </label>
      <Notes id={wires.id} hint={hint} error={error} />
    </div>
  );
}

export function RadioGroup({
  name,
  label,
  hint,
  error,
  id,
  options,
  defaultValue,
  required,
  column,
}: FieldWords & {
  options: readonly Option[];
  defaultValue?: string;
  required?: boolean;
  /** In a column, for choices that are sentences. */
  column?: boolean;
}) {
  const wires = wiring({ name, label, hint, error, id });
  return (
    <fieldset className="field" aria-describedby={wires['aria-describedby']}>
      <legend>{label}</legend>
      <div className={column ? 'choices choices--column' : 'choices'}>
        {options.map((option, index) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              id={index === 0 ? wires.id : undefined}
              defaultChecked={option.value === defaultValue}
              required={required}
              aria-invalid={wires['aria-invalid']}
            />
            <span>{option.label}</span>{' '}
          </label>
        ))}
      </div>
      <Notes id={wires.id} hint={hint} error={error} />
    </fieldset>
  );
}

function Frame({
  name,
  label,
  hint,
  error,
  id = fieldId(name),
  children,
}: FieldWords & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && <Hint id={id}>{hint}</Hint>}
      {children}
      <Notes id={id} error={error} />
    </div>
  );
}

const Hint = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="field__hint" id={`${id}-hint`}>
    {children}
  </p>
);

export function Notes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | string[] }) {
  const message = firstOf(error);
  return (
    <>
      {hint && <Hint id={id}>{hint}</Hint>}
      {message && (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="alert" />
          {message}
        </p>
      )}
    </>
  );
}

export function wiring({ name, hint, error, id = fieldId(name) }: FieldWords) {
  const isWrong = Boolean(firstOf(error));
  const notes = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    name,
    'aria-invalid': isWrong ? (true as const) : undefined,
    'aria-describedby': notes || undefined,
  };
}

const firstOf = (error?: string | string[]) => (Array.isArray(error) ? error[0] : error);
