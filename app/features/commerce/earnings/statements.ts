import type { Owed } from './balances.sql.server.ts';
import { csv, decimal } from './csv.ts';
import type { StatementRow } from './statement.sql.server.ts';

export function statementCsv(lines: StatementRow[]): string {
  let balanceCents = 0;
  return csv(
    ['Date', 'Kind', 'Title', 'Reference', 'Amount (USD)', 'Balance (USD)'],
    lines.map(({ at, kind, title, reference, amountCents }) => {
      balanceCents += amountCents;
      return [
        new Date(at).toISOString(),
        kind,
        title,
        reference,
        decimal(amountCents),
        decimal(balanceCents),
      ];
    }),
  );
}

export function owedCsv(owed: Owed[]): string {
  return csv(
    [
      'Creator',
      'Username',
      'Payout email',
      'Earned (USD)',
      'On hold (USD)',
      'Paid out (USD)',
      'Available (USD)',
    ],
    owed.map(({ name, username, payoutEmail, ...cents }) => [
      name,
      username,
      payoutEmail ?? '',
      ...[cents.earnedCents, cents.frozenCents, cents.paidOutCents, cents.availableCents].map(decimal),
    ]),
  );
}
