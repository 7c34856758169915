const moneyPaths =
  /^\/($|(subscriptions|subscribe|checkout|sandbox|library|requests|account\/billing|studio\/earnings)(\/|$)|admin\/(payouts|purchases))/;

/** Whether the page shows the sandbox banner at its top: the home page and those about money. The others name the
 *  sandbox in the footer. */
export const showsSandboxBanner = (path: string) => moneyPaths.test(path);

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
