import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, type Response } from 'express';
import pg from 'pg';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { compressTexts } from '../../app/http/cache/whole-answer.server.ts';
import type { Answered } from './bare.ts';
import { type CardRow, statements } from './statements.ts';

/**
 * The reference of `bin/bench http`: what a developer would write with Express, `pg` and React in an afternoon. It asks
 * the main statement of an answer, prepared, renders it into the rest of the site's page and compresses it in the
 * same way. It checks no session, no rights and no limits.
 */

export interface Given {
  databaseUrl: string;
  /** What it sends from memory, as the bare server does. */
  answered: Record<string, Answered>;
  /** The site's pages as text, by target. Their cards are rendered anew. */
  pages: Record<string, string>;
  /** Members who like. */
  memberIds: number[];
}

/** A page of the site without its cards: what is before them, how many there are, and what is after them. */
function shellOf(page: string) {
  const from = page.indexOf('<article');
  const to = page.lastIndexOf('</article>') + '</article>'.length;
  return { before: page.slice(0, from), after: page.slice(to), count: page.split('<article').length - 1 };
}

const picture = (key: string, width: number, ending: string) => `/media/${key}/${width}.${ending}`;
const srcSet = ({ key, widths }: NonNullable<CardRow['media']>, ending: string) =>
  widths.map((width) => `${picture(key, width, ending)} ${width}w`).join(', ');
const sizes = '(min-width: 75rem) 18rem, (min-width: 64rem) 32vw, 48vw';

function Card({ item, children }: { item: CardRow; children?: ReactNode }) {
  const { id, title, media, tier, views, likes, priceCents, isForSale } = item;
  return (
    <article className="card" id={`card-${id}`} data-tier={tier}>
      <div className="card__picture">
        {media && (
          <picture className="picture picture--4x3">
            <source type="image/avif" srcSet={srcSet(media, 'avif')} sizes={sizes} />
            <source type="image/webp" srcSet={srcSet(media, 'webp')} sizes={sizes} />
            <img src={picture(media.key, 640, 'jpg')} width={640} height={480} alt="" loading="lazy" />
          </picture>
        )}
        <div className="card__marks">
          <span className="badge" data-tier={tier}>
            {tier}
          </span>
        </div>
      </div>
      <div className="belt" />
      <div className="card__body">
        <h2 className="card__title">
          <a className="clamp" href={`/content/${id}`}>
            {title}
          </a>
        </h2>
        <p className="card__creator">
          <span>
            by {item.creatorFirstName} {item.creatorLastName}{' '}
            <span className="card__handle">@{item.creatorUsername}</span>
          </span>
        </p>
        <ul className="card__facts">
          {isForSale && <li className="card__price">${((priceCents ?? 0) / 100).toFixed(2)}</li>}
          <li>
            {views}
            <span className="visually-hidden"> views</span>
          </li>
          {Number(item.ratingAverage) > 0 && <li>{Number(item.ratingAverage).toFixed(1)} of 5</li>}
        </ul>
        {children}
        <form method="post" action={`/content/${id}/like`}>
          <input type="hidden" name="liked" value="1" />
          <button type="submit" className="button" aria-pressed="false">
            {likes}
            <span className="visually-hidden"> likes: {title}</span>
          </button>
        </form>
      </div>
    </article>
  );
}

function serve({ databaseUrl, answered, pages, memberIds }: Given) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const ask = async <Row extends object>(name: keyof typeof statements, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text: statements[name], values })).rows;
  const shells = new Map(Object.entries(pages).map(([name, page]) => [name, shellOf(page)]));
  const shellFor = (name = '') => shells.get(name) ?? shellOf('');
  const fill = (response: Response, name: string | undefined, cards: ReactNode) => {
    const { before, after } = shellFor(name);
    response.type('html').send(before + renderToStaticMarkup(cards) + after);
  };
  const handler =
    (answer: (...args: Parameters<RequestHandler>) => Promise<unknown>): RequestHandler =>
    (request, response, next) =>
      void answer(request, response, next).catch(next);

  const app = express();
  app.disable('x-powered-by');
  const kept = new Map(
    Object.entries(answered).map(([name, each]) => [
      name,
      { ...each, bytes: Buffer.from(each.body, 'base64') },
    ]),
  );
  app.get('/kept/:name', (request, response) => {
    const { status, headers, bytes } = kept.get(request.params.name) ?? { status: 404 };
    response.writeHead(status, headers).end(bytes);
  });
  app.use(compressTexts as RequestHandler);
  app.get(
    '/user',
    handler(async ({ headers }, response) => {
      const [who] = await ask('who', [hashOf(headers.cookie ?? '')]);
      response.status(who ? 200 : 401).json(who ?? {});
    }),
  );
  let likers = 0;
  app.post(
    '/like/:id',
    express.json(),
    handler(async ({ params }, response) => {
      likers += 1;
      const [like] = await ask('like', [memberIds[likers % memberIds.length], Number(params.id)]);
      response.status(like ? 200 : 404).json(like ?? {});
    }),
  );
  app.get(
    '/list',
    handler(async (_request, response) => {
      response.json(await ask('list', [25]));
    }),
  );
  app.get(
    '/cards/:name',
    handler(async ({ params, query }, response) => {
      const { count } = shellFor(params.name);
      const found = query.search
        ? await ask<CardRow>('search', [query.search, count])
        : await ask<CardRow>('list', [count]);
      fill(
        response,
        params.name,
        found.map((item) => <Card key={item.id} item={item} />),
      );
    }),
  );
  app.get(
    '/item/:name/:id',
    handler(async ({ params }, response) => {
      const [item] = await ask<CardRow>('item', [Number(params.id)]);
      if (!item) return response.status(404).end();
      fill(
        response,
        params.name,
        <Card item={item}>
          <p>{item.description}</p>
        </Card>,
      );
    }),
  );
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

/** The stored hash of the session in a cookie. */
function hashOf(cookie: string): string {
  const [, value = ''] = /\bsumma=([^;]+)/.exec(cookie) ?? [];
  const token = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString() || '""') as string;
  return createHash('sha256').update(token).digest('base64url');
}

process.on('message', serve);
