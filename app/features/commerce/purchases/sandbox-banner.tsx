/** On every page while the sandbox is used, so that its payments are not taken for real ones (ADR-007). */
export function SandboxBanner() {
  return (
    <aside className="banner no-print" aria-label="Sandbox">
      <strong>Sandbox:</strong> no money moves here.
    </aside>
  );
}
