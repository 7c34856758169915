import type { OpenApi } from '../../../app/http/api/openapi.server.ts';
import { apiDocument } from '../../support/site/described.ts';
import type { Case } from './case.ts';
import { crawl, learn, learnValue, type Seen, type Start } from './crawl.ts';
import { honestCase, type Knowledge, knowledgeOf } from './generate.ts';
import { type People, roles } from './people.ts';
import { random } from './random.ts';
import { rows } from './routes.ts';
import type { SiteProcess } from './site-process.ts';
import { targetsOf } from './targets.ts';
import type { Answer } from './wire.ts';

export interface Prepared extends Knowledge {
  document: OpenApi;
}

/** These would remove what later requests need. */
const takesAway = /delete|remove|cancel|suspend|end|logout|off|refund|sign-out|undo|withdraw|decline|dispute/;

/** Uses the site once: everyone opens every page, sends each form and makes each call with valid values, so that
 *  reports, messages and uploads exist. Then it looks at all pages again. */
export async function prepare(site: SiteProcess, people: People): Promise<Prepared> {
  const document = await apiDocument();
  const open = (role: string, address: string) => htmlOf(site, role, address);
  const seen = await crawl(roles, open);
  const starts: Start[] = [];
  for (const each of firstUse(seen, document)) {
    let answer = await site.send(each);
    // For example, a change of password ends the member's session.
    if ('headers' in answer && isSignedOut(answer) && each.role !== 'visitor') {
      await people.renew();
      answer = await site.send(each);
    }
    if ('why' in answer) continue;
    learnFrom(answer, each, seen);
    const leadsTo = answer.headers.get('location')?.replace(/^http:\/\/localhost:\d+/, '');
    if (leadsTo?.startsWith('/')) starts.push({ role: each.role, address: leadsTo });
  }
  await people.renew();
  for (const { address } of starts) learn(address, seen);
  // These two roles see what the others made.
  await crawl(['creator', 'admin'], open, seen, starts);
  return { document, ...knowledgeOf(targetsOf(seen, document), seen) };
}

function firstUse(seen: Seen, document: OpenApi): Case[] {
  const targets = targetsOf(seen, document);
  const knowledge = knowledgeOf(targets, seen);
  const chance = random('first use');
  const own = targets.filter(
    ({ verb, pattern }) => verb !== 'GET' && verb !== 'DELETE' && !takesAway.test(pattern),
  );
  return own.flatMap((target) =>
    target.samples.length > 0
      ? [...new Set(target.samples.map(({ role }) => role))].map((role) =>
          honestCase(target, chance, knowledge, { role }),
        )
      : [honestCase(target, chance, knowledge)],
  );
}

const isSignedOut = ({ status, headers }: Answer) =>
  status === 401 || /^\/auth\?/.test(headers.get('location') ?? '');

/** The id in a call's answer can be used in the addresses of other calls. */
function learnFrom(answer: Answer, { path }: Case, seen: Seen) {
  if (answer.status !== 201 || !path.startsWith('/api/')) return;
  const { id } = JSON.parse(answer.text) as { id?: unknown };
  if (id !== undefined) learnValue(seen, path.split('/').at(-1) ?? '', String(id));
}

async function htmlOf(site: SiteProcess, role: string, address: string): Promise<string | null> {
  const [path = '/', search = ''] = address.split('?');
  const query = [...new URLSearchParams(search)];
  const asked = {
    from: '',
    changes: [],
    target: '',
    role,
    verb: 'GET',
    path,
    query,
    headers: [],
    body: null,
  };
  const answer = await site.send(asked);
  if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) return null;
  return answer.text;
}

/** Rows with a form of their own that no page of this site shows. */
export const unseen = ({ targets }: Knowledge): string[] => {
  // A button without a form (`.action.ts`) has hardly any fields to show.
  const pages = rows.filter(
    ({ file, takesPost, pattern }) => takesPost && file.endsWith('.page.tsx') && !pattern.includes('*'),
  );
  const seen = targets.filter(({ verb, samples }) => verb === 'POST' && samples.length > 0);
  return pages.map(({ pattern }) => pattern).filter((each) => !seen.some(({ pattern }) => pattern === each));
};

/** Rows that take a form or call and are no target. */
export const missed = ({ targets }: Knowledge): string[] => {
  const isAttacked = (pattern: string, isCall: boolean) =>
    targets.some((each) => each.pattern === pattern && (isCall || each.verb === 'POST'));
  const offered = rows.filter(({ takesPost }) => takesPost);
  return offered.filter(({ pattern, isCall }) => !isAttacked(pattern, isCall)).map(({ pattern }) => pattern);
};
