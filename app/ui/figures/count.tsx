import { count } from '../number.ts';

export function Count({ of, number }: { of: string; number: number }) {
  return (
    <span data-of={of} data-count={number}>
      {count(number)}
    </span>
  );
}
