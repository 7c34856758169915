import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a date',
};

const formats: Record<string, string> = {
  email: 'Please enter a whole email address, such as name@example.com.',
  url: 'Please enter a whole address, such as https://example.com.',
  date: 'Please enter a date as year-month-day, such as 2026-03-31.',
  datetime: 'Please enter a date and time, such as 2026-03-31T18:00:00Z.',
};

/** What is wrong and what to do, where a schema has no words of its own. Zod's speak to developers. */
export function plainWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '')
        return 'Please fill this in.';
      return `This must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `This may be at most ${amount(issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `This must be at least ${amount(issue.minimum, issue.origin)}.`;
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return formats[issue.format] ?? 'This does not have the right form.';
    case 'unrecognized_keys':
      return `Please leave out what we do not know: ${issue.keys.join(', ')}.`;
    default:
      return 'Please check this: it does not fit.';
  }
}

function amount(limit: number | bigint, origin: string): string {
  const words: Record<string, [one: string, many: string]> = {
    string: ['character', 'characters'],
    array: ['entry', 'entries'],
    set: ['entry', 'entries'],
  };
  const unit = words[origin];
  return unit ? `${limit} ${unit[Number(limit) === 1 ? 0 : 1]} long` : String(limit);
}
