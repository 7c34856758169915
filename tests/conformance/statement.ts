/** One thing the customer's documents say that can be checked in the running product. */
export interface Statement {
  /** The document's letter, its section and a running number: `E5.3` is experience.md §5, `C8.1` calls.md §8. */
  id: string;
  /** What it says, near enough to its words to be found there. */
  says: string;
  /** Where it was decided otherwise, when something else is built: 'ADR-029', or rules of its table: 'ADR-050 D14, D19'. */
  replacedBy?: string;
}
