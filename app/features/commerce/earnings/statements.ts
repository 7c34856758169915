import type { Owed } from './balances.sql.server.ts';
import { csvHead, csvLine, type Separator } from './csv.ts';
import type { StatementRow } from './statement.sql.server.ts';

export function statementCsv(rows: StatementRow[], separator: Separator): string {
  let balanceCents = 0;
  const lines = rows.map(({ at, kind, title, reference, amountCents }) => {
    balanceCents += amountCents;
    return csvLine([new Date(at), kind, title, reference, amountCents, balanceCents], separator);
  });
  const header = ['Date (UTC)', 'Kind', 'Title', 'Reference', 'Amount (US cents)', 'Balance (US cents)'];
  return csvHead(header, separator) + lines.join('');
}

export function owedCsv(owed: Owed[], separator: Separator): string {
  const header = [
    'Creator',
    'Username',
    'Payout email',
    'Earned (US cents)',
    'On hold (US cents)',
    'Paid out (US cents)',
    'Available (US cents)',
  ];
  const lines = owed.map(({ name, username, payoutEmail, ...cents }) =>
    csvLine(
      [
        name,
        username,
        payoutEmail ?? '',
        cents.earnedCents,
        cents.frozenCents,
        cents.paidOutCents,
        cents.availableCents,
      ],
      separator,
    ),
  );
  return csvHead(header, separator) + lines.join('');
}
