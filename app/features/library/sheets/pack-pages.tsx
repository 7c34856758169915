import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dayOf } from '../../../ui/date.ts';
import type { Drawn } from '../../map/screens/drawn.ts';
import { Names } from '../../map/screens/names.tsx';
import { clockOf } from '../items/step.ts';
import { NotesOnPaper } from './notes-on-paper.tsx';
import {
  fileOfDrawing,
  fileOfItem,
  fileOfTechnique,
  type PackContents,
  type PackedItem,
  type PackedMedia,
} from './pack.ts';
import { openingText, type StudyGroup, type StudyNote, type StudyTechnique, techniquesOf } from './study.ts';

const style =
  'body{max-width:44em;margin:0 auto;padding:1em;font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}' +
  'img,video{max-width:100%;height:auto;border-radius:6px}a{display:inline-block;padding:.35em 0}' +
  'figure{margin:0}ol,ul{padding-left:1.5em}.row{display:flex;flex-wrap:wrap;gap:.75em}.soft{opacity:.75}dl div{margin:.5em 0}' +
  'dt{opacity:.75}dd{margin:0}.text{white-space:pre-line}';

/** The pages of a pack: they open from a folder, without the site, and link to each other alone. */
export function packPages(contents: PackContents, madeAt: Date): { file: string; html: () => string }[] {
  const { study, items } = contents;
  const techniques = techniquesOf(study);
  return [
    { file: 'index.html', html: () => written(<IndexPage contents={contents} madeAt={madeAt} />) },
    ...techniques.map((technique, at) => ({
      file: fileOfTechnique(technique.key),
      html: () =>
        written(<TechniquePage contents={contents} technique={technique} techniques={techniques} at={at} />),
    })),
    ...items
      .filter(({ shown }) => shown.id !== study.item?.id)
      .map((item) => ({
        file: fileOfItem(study, item.shown.id),
        html: () => written(<ItemPage contents={contents} item={item} />),
      })),
  ];
}

const written = (page: ReactElement) => `<!doctype html>\n${renderToStaticMarkup(page)}\n`;

function Page({ title, home, children }: { title: string; home?: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        {home && (
          <p>
            <a href="index.html">{home}</a>
          </p>
        )}
        <h1>{title}</h1>
        {children}
      </body>
    </html>
  );
}

function IndexPage({ contents, madeAt }: { contents: PackContents; madeAt: Date }) {
  const { study, items } = contents;
  const own = items.find(({ shown }) => shown.id === study.item?.id);
  const others = items.filter((item) => item !== own);
  const ownNotes = contents.notes.filter(({ itemId }) => itemId === study.item?.id);
  return (
    <Page title={study.title}>
      <p>{study.lead}</p>
      <div className="row">
        {study.figures.map(({ caption, drawn }) => (
          <figure key={caption}>
            <Picture drawn={drawn} width={240} />
            <figcaption className="soft">{caption}</figcaption>
          </figure>
        ))}
      </div>
      {study.names && <Names names={study.names} />}
      {own && <ItemBody item={own} />}
      <MyNotes notes={ownNotes} />
      {others.length > 0 && (
        <>
          <h2>To watch and to read</h2>
          <ul>
            {others.map(({ shown }) => (
              <li key={shown.id}>
                <a href={fileOfItem(study, shown.id)}>{shown.title}</a>{' '}
                <span className="soft">{shown.contents}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {study.groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
      <NotInIt contents={contents} />
      <p className="soft">
        Made on {dayOf(madeAt)} for your own study. On the site: {study.url}
      </p>
    </Page>
  );
}

function Group({ group: { id, title, techniques, left } }: { group: StudyGroup }) {
  if (techniques.length === 0) return null;
  const List = id === 'steps' ? 'ol' : 'ul';
  return (
    <>
      <h2>{title}</h2>
      <List>
        {techniques.map((technique) => (
          <li key={technique.key}>
            <a href={fileOfTechnique(technique.key)}>{technique.name}</a>
            <br />
            <span className="soft">
              {technique.facts.join(' ')} {id === 'into' ? `From ${technique.from}.` : `To ${technique.to}.`}
            </span>
            <br />
            <Picture drawn={technique.stills.at(-1) ?? null} width={160} />
          </li>
        ))}
      </List>
      {left > 0 && <p className="soft">{left} more are on the site.</p>}
    </>
  );
}

interface TechniqueProps {
  contents: PackContents;
  technique: StudyTechnique;
  techniques: readonly StudyTechnique[];
  at: number;
}

function TechniquePage({ contents, technique, techniques, at }: TechniqueProps) {
  const { study, items } = contents;
  const { name, facts, from, to, moving, stills } = technique;
  const [before, after] = [techniques[at - 1], techniques[at + 1]];
  return (
    <Page title={name} home={study.title}>
      <p>
        From {from} to {to}. {facts.join(' ')}
      </p>
      {moving && (
        <p>
          <Movement drawn={moving} />
        </p>
      )}
      <div className="row">
        {stills.map((still) => (
          <Picture key={still.alt} drawn={still} width={160} />
        ))}
      </div>
      {technique.items.length > 0 && (
        <>
          <h2>What teaches it</h2>
          <ul>
            {technique.items.map((item) => (
              <li key={item.id}>
                {items.some(({ shown }) => shown.id === item.id) ? (
                  <a href={fileOfItem(study, item.id)}>{item.title}</a>
                ) : (
                  <>
                    {item.title}. <span className="soft">{item.locked && openingText(item)}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="row">
        {before && <a href={fileOfTechnique(before.key)}>Before: {before.name}</a>}
        {after && <a href={fileOfTechnique(after.key)}>Next: {after.name}</a>}
      </p>
    </Page>
  );
}

function ItemPage({ contents: { study, notes }, item }: { contents: PackContents; item: PackedItem }) {
  return (
    <Page title={item.shown.title} home={study.title}>
      <p className="soft">By {item.shown.creator}</p>
      <ItemBody item={item} />
      <MyNotes notes={notes.filter(({ itemId }) => itemId === item.shown.id)} />
      <p className="soft">On the site: {item.shown.url}</p>
    </Page>
  );
}

function ItemBody({ item: { shown, media } }: { item: PackedItem }) {
  return (
    <>
      {shown.description && <p className="text">{shown.description}</p>}
      {media.map((each) => (
        <p key={each.file}>
          <Medium media={each} title={shown.title} />
        </p>
      ))}
      {shown.steps.length > 0 && (
        <>
          <h2>Step by step</h2>
          <ol>
            {shown.steps.map(({ text, at }) => (
              <li key={text}>
                {text} {at !== null && <span className="soft">({clockOf(at)})</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

const MyNotes = ({ notes }: { notes: readonly StudyNote[] }) =>
  notes.length > 0 && (
    <>
      <h2>My notes</h2>
      <NotesOnPaper notes={notes} withTitle={false} />
    </>
  );

function Medium({ media: { file, kind, width, height }, title }: { media: PackedMedia; title: string }) {
  if (kind === 'image') return <img src={file} width={width} height={height} alt={title} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: browsers refuse captions of pages that are files
    <video src={file} width={width} height={height} controls playsInline preload="metadata" />
  );
}

function NotInIt({ contents: { locked, missing } }: { contents: PackContents }) {
  if (locked.length === 0 && missing.length === 0) return null;
  return (
    <>
      <h2>Not in this pack</h2>
      <ul>
        {locked.map(({ id, title, url, opening }) => (
          <li key={id}>
            {title}. {opening} {url}
          </li>
        ))}
        {missing.map(({ title, why }) => (
          <li key={`${title} ${why}`}>
            {title}. {why}
          </li>
        ))}
      </ul>
    </>
  );
}

function Picture({ drawn, width }: { drawn: Drawn | null; width: number }) {
  const still = drawn?.drawing.light?.still;
  if (!still) return null;
  return (
    <img src={fileOfDrawing(still)} width={width} height={Math.round(0.75 * width)} alt={drawn?.alt ?? ''} />
  );
}

/** It ends by itself; alone in a window it begins anew each time. */
function Movement({ drawn }: { drawn: Drawn }) {
  const { still = '', moving } = drawn.drawing.light ?? {};
  if (!moving) return <Picture drawn={drawn} width={400} />;
  return (
    <>
      <picture>
        <source media="print, (prefers-reduced-motion: reduce)" srcSet={fileOfDrawing(still)} />
        <img src={fileOfDrawing(moving)} width={400} height={300} alt={drawn.alt} />
      </picture>
      <br />
      <a href={fileOfDrawing(moving)}>Watch again</a>
    </>
  );
}
