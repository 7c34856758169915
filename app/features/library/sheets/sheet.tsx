import type { Qr } from '../../core/qr-code/qr.ts';
import { QrCode } from '../../core/qr-code/qr-code.tsx';
import type { Drawn } from '../../map/screens/drawn.ts';
import { Names } from '../../map/screens/names.tsx';
import { clockOf } from '../items/step.ts';
import { NotesOnPaper } from './notes-on-paper.tsx';
import type { PackContents } from './pack.ts';
import { PackOffer } from './pack-offer.tsx';
import { evenly, type Study, type StudyGroup, type StudyItem, type StudyTechnique } from './study.ts';

export interface SheetProps {
  contents: PackContents;
  qr: Qr;
  theme: 'light' | 'dark' | null;
  packHref: string;
  /** Adds the viewer's notes or leaves them out; null for visitors. */
  notesHref: string | null;
  hasNotes: boolean;
}

/** The more steps, the fewer and smaller the pictures of each, so that a way stays on one page. */
const rowsByCount = [
  { most: 3, pictures: 4, width: 112 },
  { most: 5, pictures: 3, width: 88 },
];
/** Beyond those, each has one picture in two columns. */
const columnWidth = (count: number) => (count > 12 ? 72 : 88);
const mostShown = 10;
const mostNamed = 12;

/** A way, a position or an item on one page to print, and what a study pack of it holds. */
export function Sheet({ contents, qr, theme, packHref, notesHref, hasNotes }: SheetProps) {
  const { study, notes } = contents;
  return (
    <div className="stack stack--loose">
      <article className="stack">
        <Head study={study} qr={qr} />
        <p className="notice no-print">
          Print this page with your browser: Ctrl+P or ⌘P, on a phone Share, then Print. Buttons and menus
          stay away from the paper.
        </p>
        <div className="row">
          {study.figures.map(({ caption, drawn }) => (
            <figure key={caption}>
              <Still drawn={drawn} width={128} theme={theme} />
              <figcaption className="soft small">{caption}</figcaption>
            </figure>
          ))}
        </div>
        {study.names && <Names names={study.names} />}
        {study.item && <Item item={study.item} />}
        {study.groups.map((group) => (
          <Group key={group.id} group={group} theme={theme} />
        ))}
        <section aria-labelledby="notes">
          <h2 id="notes" className="as-h3">
            My notes
          </h2>
          {notesHref && (
            <p className="no-print">
              <a className="tap" href={notesHref} rel="nofollow">
                {hasNotes ? 'Without my notes' : 'Add my notes to the sheet and the pack'}
              </a>
            </p>
          )}
          {hasNotes && notes.length === 0 && <p className="soft no-print">You have no notes about it.</p>}
          <NotesOnPaper notes={notes} withTitle={study.kind !== 'item'} />
          <Lines count={study.kind === 'position' ? 3 : 4} />
        </section>
      </article>
      <PackOffer contents={contents} href={packHref} />
    </div>
  );
}

function Head({ study: { title, lead, path, url }, qr }: { study: Study; qr: Qr }) {
  return (
    <header className="item__review">
      <QrCode qr={qr} width={96} label="QR code with the address of its page, which is beside it as text" />
      <div>
        <h1>{title}</h1>
        <p>{lead}</p>
        <p className="small">{url}</p>
        <p className="no-print">
          <a className="tap" href={path}>
            Back to its page
          </a>
        </p>
      </div>
    </header>
  );
}

function Item({ item }: { item: StudyItem }) {
  const { locked, contents, description, steps, hiddenSteps, opening } = item;
  return (
    <>
      {description && <p className="as-written">{description}</p>}
      {contents && <p className="soft small">{contents}</p>}
      {locked && (
        <p>
          <strong>Locked.</strong> {opening} Unlock it at the address above.
        </p>
      )}
      {steps.length > 0 && (
        <section className="stack" aria-labelledby="steps">
          <h2 id="steps" className="as-h3">
            Step by step
          </h2>
          <ol className="item__steps">
            {steps.map(({ text, at }) => (
              <li key={text}>
                <p>
                  {text} {at !== null && <span className="soft small">{clockOf(at)}</span>}
                </p>
              </li>
            ))}
          </ol>
          {hiddenSteps > 0 && <p className="soft">{hiddenSteps} more once it is unlocked.</p>}
        </section>
      )}
    </>
  );
}

function Group({ group, theme }: { group: StudyGroup; theme: SheetProps['theme'] }) {
  const { id, title, techniques } = group;
  if (techniques.length === 0) return null;
  const isList = id === 'out' || id === 'into';
  const rows = isList ? null : rowsByCount.find(({ most }) => techniques.length <= most);
  return (
    <section className="stack" aria-labelledby={`group-${id}`}>
      <h2 id={`group-${id}`} className="as-h3">
        {title}
      </h2>
      {id === 'into' && <div className="small">{namesOf(group)}</div>}
      {id !== 'into' && !rows && <Columns group={group} theme={theme} />}
      {rows && <Rows techniques={techniques} theme={theme} {...rows} />}
    </section>
  );
}

interface RowsProps {
  techniques: StudyTechnique[];
  theme: SheetProps['theme'];
  pictures: number;
  width: number;
}

/** Each technique with its pictures in a row, and space beside them to write. */
function Rows({ techniques, theme, pictures, width }: RowsProps) {
  return (
    <ol className="ruled">
      {techniques.map((technique, index) => (
        <li key={technique.key}>
          <p>
            <strong>
              {techniques.length > 1 && `${index + 1}. `}
              {technique.name}
            </strong>{' '}
            <span className="small">{factsOf(technique)}</span>
          </p>
          <div className="row">
            {evenly(technique.stills, pictures).map((still) => (
              <Still key={still.alt} drawn={still} width={width} theme={theme} />
            ))}
            <Lines count={Math.floor((0.75 * width) / lineHeight)} width={700 - pictures * (width + 14)} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Columns({ group, theme }: { group: StudyGroup; theme: SheetProps['theme'] }) {
  const { id, techniques, left } = group;
  const shown = id === 'out' ? techniques.slice(0, mostShown) : techniques;
  const more = techniques.length - shown.length + left;
  return (
    <>
      <ol className="creators">
        {shown.map((technique, index) => (
          <li key={technique.key} className="item__review">
            <Still drawn={technique.stills.at(-1) ?? null} width={columnWidth(shown.length)} theme={theme} />
            <p className="small">
              <strong>
                {id === 'steps' && `${index + 1}. `}
                {technique.name}
              </strong>{' '}
              {factsOf(technique)}
            </p>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="soft small">{more} more are on its page.</p>}
    </>
  );
}

const factsOf = ({ facts, to }: StudyTechnique) => `${facts.join(' ')} To ${to}.`;

function namesOf({ techniques, left }: StudyGroup): string {
  const shown = techniques.slice(0, mostNamed).map(({ name, from }) => `${name} (from ${from})`);
  const more = techniques.length - shown.length + left;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

const lineHeight = 28;

/** Lines to write on. */
function Lines({ count, width = '100%' }: { count: number; width?: number | '100%' }) {
  const lines = Array.from({ length: count }, (_, line) => (line + 1) * lineHeight - 1);
  return (
    <svg
      width={width}
      height={count * lineHeight}
      stroke="currentColor"
      strokeOpacity=".4"
      aria-hidden="true"
    >
      {lines.map((y) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} />
      ))}
    </svg>
  );
}

/** A drawing that stands still: light on paper, in the theme of the page on a screen. */
function Still({ drawn, width, theme }: { drawn: Drawn | null; width: number; theme: SheetProps['theme'] }) {
  const { light, dark } = drawn?.drawing ?? {};
  if (!drawn || !light) return null;
  return (
    <picture>
      <source media="print" srcSet={light.still} />
      {dark && theme !== 'light' && (
        <source media={theme === 'dark' ? 'screen' : '(prefers-color-scheme: dark)'} srcSet={dark.still} />
      )}
      <img src={light.still} width={width} height={Math.round(0.75 * width)} alt={drawn.alt} />
    </picture>
  );
}
