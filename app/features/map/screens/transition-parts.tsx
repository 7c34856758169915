import { SmallDrawing } from './arc-list.tsx';
import { type Drawn, stillOf } from './drawn.ts';
import { MapDrawing } from './map-drawing.tsx';
import type { ShownPosition } from './shown.ts';

interface MovementProps {
  shown: { moving: Drawn | null; stills: readonly Drawn[] };
  asPictures: boolean;
  watched: number;
}

/** A technique as a movement, or as a strip of pictures. */
export function Movement({ shown, asPictures, watched }: MovementProps) {
  if (!asPictures) return <MapDrawing drawn={shown.moving} width={400} again={watched} isFirst />;
  return (
    <ol className="row">
      {shown.stills.map((still, index) => (
        <li key={stillOf(still)}>
          <MapDrawing drawn={still} width={160} isFirst />
          <p className="soft small">{`${index + 1} of ${shown.stills.length}`}</p>
        </li>
      ))}
    </ol>
  );
}

/** A position in which a technique begins or ends. */
export function End({ title, position }: { title: string; position: ShownPosition }) {
  return (
    <section className="panel">
      <div className="item__review">
        <SmallDrawing drawn={position.drawn} />
        <div>
          <p className="soft small">{title}</p>
          <h2 className="as-h3">
            <a className="tap" href={position.path}>
              {position.name}
            </a>
          </h2>
        </div>
      </div>
    </section>
  );
}
