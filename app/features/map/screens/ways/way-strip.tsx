import { ButtonForm } from '../../../../ui/button.tsx';
import { counted } from '../../../../ui/number.ts';
import type { TeachingItem } from '../../../library/map-links/items-teaching.server.ts';
import { SheetLink } from '../../../library/sheets/sheet-link.tsx';
import type { Role } from '../../graph/states.ts';
import { sideLabels } from '../labels.ts';
import { MapDrawing } from '../map-drawing.tsx';
import type { ShownArc } from '../shown.ts';
import { TaughtItems } from '../taught-items.tsx';

interface WayStripProps {
  number: number;
  steps: readonly (ShownArc & { items: readonly TeachingItem[]; isOpen: boolean })[];
  endsAs: Role;
  /** Its page to print. */
  sheet: string;
  /** The page that it is on. */
  back: string;
}

/** One way: its steps side by side as drawings, with what teaches each. */
export function WayStrip({ number, steps, endsAs, sheet, back }: WayStripProps) {
  const id = `way-${number}`;
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  // One item for each step; those that the viewer can open come first.
  const items = [...new Set(steps.flatMap((step) => step.items[0]?.id ?? []))];
  return (
    <section className="stack" aria-labelledby={id}>
      <div>
        <h2 id={id}>{`Way ${number}: ${counted(steps.length, 'step')}`}</h2>
        <p>
          From <a href={first.from.path}>{first.from.name}</a> to <a href={last.to.path}>{last.to.name}</a>.
          You end {sideLabels[endsAs]}.
        </p>
        <p className="soft">{openText(steps)}</p>
        <p className="no-print">
          <SheetLink href={sheet} />
        </p>
        {items.length > 0 && (
          <ButtonForm
            action="/lists/of-items"
            fields={{ title: `From ${first.from.name} to ${last.to.name}`, items: items.join(), back }}
            kind="quiet"
            icon="plus"
            formClass="no-print"
          >
            Save as a list<span className="visually-hidden"> way {number}</span>
          </ButtonForm>
        )}
      </div>
      <ol className="grid">
        {steps.map((step, index) => (
          <li key={step.path} className="card">
            <div className="card__picture">
              <MapDrawing drawn={step.drawn} />
            </div>
            <div className="card__body">
              <h3 className="card__title">
                {`${index + 1}. `}
                <a href={step.path}>{step.name}</a>
              </h3>
              <p className="soft small">{step.facts.join(' ')}</p>
              <p className="small">To {step.to.name}</p>
              <TaughtItems items={step.items} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function openText(steps: WayStripProps['steps']): string {
  const open = steps.filter(({ isOpen }) => isOpen).length;
  const taught = steps.filter(({ items }) => items.length > 0).length;
  if (taught === 0) return 'No step of it is taught here yet.';
  if (open === steps.length) return 'You can watch every step of it now.';
  const missing = steps.length - taught;
  return [
    `You can watch ${open} of its ${counted(steps.length, 'step')} now.`,
    taught > open && `${taught - open} more can be unlocked.`,
    missing > 0 && `${missing} ${missing === 1 ? 'is' : 'are'} not taught yet.`,
  ]
    .filter(Boolean)
    .join(' ');
}
