import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Category, ContentType, TechniqueType } from '../../app/domain/content-terms.ts';
import type { Tier } from '../../app/domain/tiers.ts';
import { secretBox } from '../../app/features/identity/second-factor/secret-box.server.ts';
import { viewerById } from '../../app/features/identity/sessions/sessions.server.ts';
import { ViewCounter } from '../../app/features/library/items/views.server.ts';
import { ProgressKeeper } from '../../app/features/study/progress/progress-keeper.server.ts';
import type { Context } from '../../app/http/pages/page.server.ts';
import { cookieValues, deviceTokens, makeCookies } from '../../app/http/security/cookies.server.ts';
import { diskStore } from '../../app/media/disk.server.ts';
import type { MemberScope, Scope, SystemContext, Viewer } from '../../app/scope.ts';
import { testDatabase } from './database/database.ts';
import { testPayments } from './money/payments.ts';
import { testMail } from './people/mail.ts';
import { apiDocument, builtRoutes, givenBy, mustBeDescribed } from './site/described.ts';
import { secret } from './site/settings.ts';
import { row } from './sql.ts';

export { secret };

interface PersonFacts {
  plan?: Tier;
  isAdmin?: boolean;
  isCurator?: boolean;
  firstName?: string;
  lastName?: string;
  username?: string;
}

interface ItemFacts {
  creator?: number;
  title?: string;
  description?: string;
  tier?: Tier;
  category?: Category;
  techniqueType?: TechniqueType | null;
  contentType?: ContentType;
  tags?: string[];
  priceCents?: number | null;
  isForSale?: boolean;
  status?: 'draft' | 'published' | 'withdrawn';
  publishedAt?: Date;
  /** Until then only VIPs have access. */
  earlyUntil?: Date | null;
  /** Adds a row of `media` (without bytes), so that cards have an image. */
  hasPicture?: boolean;
}

/** A database of its own, a media folder, a clock that tests move, and builders for people and items.
 *  @param prefix of the names of members, where other files make some, too */
export function testWorld({ database = testDatabase(), prefix = 'person' } = {}) {
  /** So high that only tests of limits reach one. */
  const rates = { scale: 10_000 };
  const quota: { bytes: number | null } = { bytes: null };
  /** Every rule asks the database, unless a test is about what is kept of it. */
  const recent: { of: (viewer: Viewer | null) => Scope['recent'] } = { of: () => null };
  /** Where requests come from. */
  const place = { address: '127.0.0.1' };
  const clock = { at: new Date('2026-06-01T12:00:00.000Z') };
  const views = new ViewCounter();
  const progress = new ProgressKeeper();
  const box = secretBox(secret);
  const cookies = makeCookies({ secret, secure: false });
  const payments = testPayments(database, { now: () => clock.at, systemContext });
  const mail = testMail(database, { now: () => clock.at, systemContext });
  let folder = '';
  let count = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'summa-world-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const em = () => database.orm.em.fork();

  /** The scope of webhooks and jobs. */
  function systemContext(): SystemContext {
    return {
      em: em(),
      payments: payments.sandbox.provider,
      mail: mail.mailer,
      origin: 'http://localhost:3000',
      now: () => clock.at,
      box,
    };
  }

  /** The scope of a request by this viewer, or by a visitor. */
  function scope(viewer: Viewer | null = null): Scope {
    return {
      em: em(),
      viewer,
      media: diskStore({ folder: join(folder, 'media'), secret }),
      payments: payments.sandbox.provider,
      sandbox: payments.sandbox,
      mail: mail.mailer,
      outbox: mail.outbox,
      origin: 'http://localhost:3000',
      now: () => clock.at,
      visitor: {
        dayKey: viewer ? `member:${viewer.id}` : 'visitor',
        address: place.address,
        isBot: false,
        savesData: false,
        timeZone: null,
        hasEndedSession: false,
        deviceTokens: [],
      },
      views,
      progress,
      rateScale: rates.scale,
      quotaBytes: quota.bytes,
      box,
      tempDir: join(folder, 'incoming'),
      recent: recent.of(viewer),
    };
  }

  return {
    database,
    clock,
    rates,
    quota,
    recent,
    place,
    views,
    em,
    scope,
    systemContext,
    payments,
    mail,
    member: (viewer: Viewer) => scope(viewer) as MemberScope,

    /** A member with an account. Give only facts that the test is about. */
    async person(facts: PersonFacts = {}): Promise<Viewer> {
      count += 1;
      const username = facts.username ?? `${prefix}_${count}`;
      const made = await row<{ id: number }>(em())`
        insert into users (email, verified_email, username, first_name, last_name, password_hash, plan, is_admin,
          is_curator)
        values (${`${username}@example.com`}, ${`${username}@example.com`}, ${username}, ${facts.firstName ?? 'Pat'},
          ${facts.lastName ?? `Person${count}`}, 'no hash', ${facts.plan ?? 'free'}, ${facts.isAdmin ?? false},
          ${facts.isCurator ?? false})
        returning id`;
      return viewerById(em(), made?.id ?? 0, clock.at);
    },

    /** An item with its row of counters; a creator is made when none is given. */
    async item(facts: ItemFacts = {}): Promise<number> {
      count += 1;
      const creator = facts.creator ?? (await this.person()).id;
      const publishedAt = facts.publishedAt ?? new Date(clock.at.getTime() - 1_000_000 + count);
      const made = await row<{ id: number }>(em())`
        insert into content (creator_id, title, description, tags, category, tier, content_type, technique_type,
          is_for_sale, price_cents, status, created_at, published_at, early_until)
        values (${creator}, ${facts.title ?? `Item ${count}`}, ${facts.description ?? null},
          ${facts.tags ?? []}::text[], ${facts.category ?? 'training'}, ${facts.tier ?? 'free'},
          ${facts.contentType ?? 'image'}, ${facts.techniqueType ?? null},
          ${facts.isForSale ?? (facts.priceCents ?? null) !== null}, ${facts.priceCents ?? null},
          ${facts.status ?? 'published'}, ${publishedAt}, ${publishedAt}, ${facts.earlyUntil ?? null})
        returning id`;
      const id = made?.id ?? 0;
      if (facts.hasPicture) {
        await row(em())`
          insert into media (key, owner_id, content_id, kind, status, mime, width, height, bytes, color, widths)
          values (${randomBytes(16).toString('hex')}, ${creator}, ${id}, 'image', 'ready', 'image/png', 640, 480,
            1000, '#aabbcc', '{320,640}')`;
      }
      return id;
    },

    /** Records a paid purchase, as the money rules would. */
    async bought(viewer: Viewer, contentId: number) {
      await row(em())`insert into purchases (user_id, content_id, amount_cents, status, paid_at)
        values (${viewer.id}, ${contentId}, 499, 'paid', ${clock.at})`;
    },

    /** What server.ts hands to loaders and actions. */
    context: (viewer: Viewer | null = null): Context => ({
      scope: scope(viewer),
      cookies,
      frameFacts: null,
      toast: null,
      theme: null,
      showsSplash: false,
      isSandbox: true,
      isProduction: false,
      routes: builtRoutes,
    }),

    /** Calls an edge as a browser or program would: `send(action, viewer, '/content/1/rate', { id: '1' }, init)`. */
    async send(
      edge: (args: never) => unknown,
      viewer: Viewer | null,
      path: string,
      params: Record<string, string> = {},
      init: RequestInit = {},
    ): Promise<Response> {
      const request = new Request(new URL(path, 'http://localhost:3000'), init);
      const context = this.context(viewer);
      context.scope.visitor.savesData = request.headers.get('save-data') === 'on';
      context.scope.visitor.deviceTokens = await deviceTokens(
        cookies,
        cookieValues(request.headers.get('cookie')),
      );
      // Reading all the calls takes a second, which must not be part of a timed request.
      if (path.startsWith('/api/')) await apiDocument();
      try {
        const answer = await edge({ request, params, context } as never);
        if (!(answer instanceof Response)) return Response.json(answer);
        if (path.startsWith('/api/'))
          await mustBeDescribed({ method: request.method, path }, await givenBy(answer));
        return answer;
      } catch (error) {
        if (error instanceof Response) return error;
        throw error;
      }
    },
  };
}

/** The init of a posted form. */
export const formPost = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

/** The init of a JSON call. */
export const jsonCall = (method: string, body?: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: body === undefined ? undefined : JSON.stringify(body),
});
