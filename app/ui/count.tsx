import { count } from './number.ts';

/** A number that scripts keep right: `of` is the address that changes it. */
export function Count({ of, number }: { of: string; number: number }) {
  return (
    <span data-of={of} data-count={number}>
      {count(number)}
    </span>
  );
}
