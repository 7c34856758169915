/** What `bin/bench http` asks for. */

export interface Known {
  /** The address of the built style sheet. */
  css: string;
  /** Published items. */
  items: number[];
  /** The tag of `/discover` for a visitor. */
  etag: string;
}

export interface Target {
  name: string;
  what: string;
  /** The answers a second, as a share of the bare server's, that we promise at least. */
  floor: number;
  /** Members who like are others than those who read. */
  as: 'visitor' | 'reader' | 'liker';
  path: (known: Known, n: number) => string;
  /** The path at the reference server that answers alike. */
  reference: (path: string, name: string) => string;
  post?: string;
  headers?: (known: Known) => Record<string, string>;
  status?: number;
  /** What each answer holds. */
  holds: RegExp;
}

const words = ['armbar', 'guard', 'sweep', 'choke'];
const revisit = () => ({ cookie: 'visit=1' });
const json = () => ({ accept: 'application/json' });
const fromMemory = (_path: string, name: string) => `/kept/${name}`;
const cards = (_path: string, name: string) => `/cards/${name}`;
const item = (path: string, name: string) => `/item/${name}/${path.split('/').at(-1)}`;

/** A page that visitors share. */
const visitorPage = (name: string, what: string, path: string, isFirst = false): Target => ({
  name,
  what,
  floor: 0.6,
  as: 'visitor',
  path: () => path,
  reference: fromMemory,
  holds: /<main/,
  ...(!isFirst && { headers: revisit }),
});

const memberPage = (name: string, what: string, floor: number, path: string): Target => ({
  name,
  what,
  floor,
  as: 'reader',
  path: () => path,
  holds: /action="\/logout"/,
  reference: path.startsWith('/content/') ? item : cards,
});

export const targets: Target[] = [
  visitorPage('discover', "a visitor's /discover", '/discover'),
  visitorPage('landing', "a visitor's /", '/'),
  visitorPage('item', "a visitor's /content/1", '/content/1'),
  visitorPage('discover-first', '/discover on a first visit', '/discover', true),
  visitorPage('landing-first', '/ on a first visit', '/', true),
  visitorPage('item-first', '/content/1 on a first visit', '/content/1', true),
  {
    ...visitorPage('discover-304', '/discover, unchanged', '/discover'),
    headers: ({ etag }) => ({ ...revisit(), 'if-none-match': etag }),
    status: 304,
    holds: /^$/,
  },
  {
    name: 'css',
    what: 'the built style sheet',
    floor: 0.5,
    as: 'visitor',
    path: ({ css }) => css,
    reference: fromMemory,
    holds: /--/,
  },
  {
    name: 'user',
    what: 'GET /api/user',
    floor: 0.035,
    as: 'reader',
    path: () => '/api/user',
    headers: json,
    reference: () => '/user',
    holds: /"email":/,
  },
  {
    name: 'like',
    what: 'POST /api/content/:id/like',
    floor: 0.025,
    as: 'liker',
    path: ({ items }, n) => `/api/content/${items[n % items.length]}/like`,
    headers: json,
    post: '{}',
    holds: /"liked":/,
    reference: (path) => `/like/${path.split('/')[3]}`,
  },
  {
    name: 'list',
    what: 'GET /api/content, a visitor',
    floor: 0.012,
    as: 'visitor',
    path: () => '/api/content',
    headers: json,
    reference: () => '/list',
    holds: /^\[\{"id":/,
  },
  {
    name: 'list-member',
    what: 'GET /api/content, a member',
    floor: 0.012,
    as: 'reader',
    path: () => '/api/content',
    headers: json,
    reference: () => '/list',
    holds: /^\[\{"id":/,
  },
  memberPage('dashboard', "a member's /dashboard", 0.01, '/dashboard'),
  memberPage('landing-member', "a member's /", 0.01, '/'),
  memberPage('discover-member', "a member's /discover", 0.008, '/discover'),
  memberPage('item-member', "a member's /content/1", 0.008, '/content/1'),
  {
    ...memberPage('search', "a member's search", 0.006, '/discover'),
    path: (_known, n) => `/discover?search=${words[n % words.length]}`,
    reference: (path, name) => `/cards/${name}${path.slice(path.indexOf('?'))}`,
    holds: /<article/,
  },
];
