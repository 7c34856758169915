import { ButtonLink } from '../../../ui/button.tsx';

/** The recovery codes, shown only once: to copy or save as a file. */
export function RecoveryCodeList({ codes, next }: { codes: readonly string[]; next: string }) {
  const file = `Recovery codes for Summa. Each works once, instead of a code from your app.\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p>
        Each code signs you in once when you don’t have your phone. Keep them somewhere safe:{' '}
        <strong>they are not shown again.</strong>
      </p>
      <ul className="panel recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="row">
        <ButtonLink
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="summa-recovery-codes.txt"
          kind="primary"
        >
          Download as text
        </ButtonLink>
        <ButtonLink href={next} kind="secondary">
          I’ve saved them
        </ButtonLink>
      </p>
    </>
  );
}
