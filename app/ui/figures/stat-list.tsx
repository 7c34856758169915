export function StatList({ stats }: { stats: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <dl className="stats" data-count={stats.length}>
      {stats.map(([name, figure]) => (
        <div className="stat" key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
