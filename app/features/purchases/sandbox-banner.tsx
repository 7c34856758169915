/** On every page while payments are pretended, so that nobody takes them for real (issue 3). */
export function SandboxBanner() {
  return (
    <aside className="banner no-print" aria-label="Sandbox">
      <strong>Sandbox:</strong> no money moves here.
    </aside>
  );
}
