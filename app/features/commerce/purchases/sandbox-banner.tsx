const money =
  /^\/($|(subscriptions|subscribe|checkout|sandbox|library|requests|account\/billing|studio\/earnings)(\/|$)|admin\/(payouts|purchases))/;

/** Whether a page says so above its content: the home page and those about money. The others say it in the footer. */
export const saysSandboxFirst = (path: string) => money.test(path);

/** While the sandbox is used every page says so, so that its payments are not taken for real ones (ADR-051). */
export function SandboxBanner() {
  return (
    <aside className="banner no-print" aria-label="Sandbox">
      <SandboxWords />
    </aside>
  );
}

export const SandboxWords = () => (
  <>
    <strong>Sandbox:</strong> no money moves here.
  </>
);
