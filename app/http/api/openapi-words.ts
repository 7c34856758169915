import { contentLimits } from '../../domain/content-limits.ts';
import { limits } from '../../features/core/rate-limits/limits.ts';

export const callGroups: { name: string; about: string; paths: RegExp }[] = [
  {
    name: 'Accounts',
    about: 'Joining, signing in and out, and who one is.',
    paths: /^\/api\/(register|login|logout|user|auth|profile)\b/,
  },
  {
    name: 'Buying and plans',
    about: 'No call takes an amount: prices are read from the item and the plan.',
    paths:
      /^\/api\/(content\/\{id\}\/(purchase|confirm-purchase)|create-subscription|my-subscription|my-sales)$/,
  },
  {
    name: 'Comments',
    about: 'Questions and comments on items, with answers one level deep.',
    paths: /^\/api\/(content\/\{id\}\/comments|comments|comment-settings)\b/,
  },
  {
    name: 'Content',
    about: 'Items, your own and everyone’s, with likes and ratings.',
    paths: /^\/api\/(content|my-content|my-likes|featured-content)\b/,
  },
  {
    name: 'Creators',
    about: 'Creators, follows and figures.',
    paths: /^\/api\/(creators?|platform-stats|creator-stats)\b/,
  },
  {
    name: 'The map',
    about:
      'Positions, the techniques that lead from one to another, ways between two of them, and who follows them.',
    paths: /^\/api\/map\b/,
  },
  {
    name: 'Requests',
    about: 'What a member asks a creator to make for them.',
    paths: /^\/api\/requests\b/,
  },
  {
    name: 'Study',
    about: 'What a member keeps to come back to.',
    paths: /^\/api\/(lists|history|notes)\b/,
  },
  { name: 'Messages', about: 'Between members and creators.', paths: /^\/api\/(messages|blocks)\b/ },
  { name: 'Notifications', about: 'What has happened since.', paths: /^\/api\/notifications\b/ },
  { name: 'Support', about: 'Questions to us.', paths: /^\/api\/support\b/ },
  { name: 'Reports', about: 'Telling us what breaks the rules.', paths: /^\/api\/reports\b/ },
  {
    name: 'Chunked uploads',
    about: 'A large file over a bad line: begun, uploaded in chunks, completed, and then named in a form.',
    paths: /^\/api\/uploads\b/,
  },
  {
    name: 'Admins',
    about: 'For admins only: 401 when signed out, 403 for everyone else, whatever the address or the verb.',
    paths: /^\/api\/admin\//,
  },
  {
    name: 'Machines',
    about: 'This document, and what providers send. Providers sign what they send, so no session is needed.',
    paths: /^\/api\/(openapi\.json|stripe|cloudinary)/,
  },
];

export const statusWords: Record<number, string> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; there is nothing to say.',
  304: 'Not changed since the `ETag` that was sent.',
  400: 'What was sent cannot be read: the address, the JSON, or the form.',
  401: 'No one is signed in.',
  403: 'Not allowed, or sent by a page of another site.',
  404: 'There is no such thing, or not for this member.',
  409: 'It conflicts with the current state.',
  413: 'More than this address takes.',
  415: 'Neither JSON nor a form, or a file of a kind that is not taken.',
  422: 'A field does not fit; `errors` says which and why.',
  429: 'Too much in a short time. `Retry-After` says when to come back.',
  500: 'Something broke on our side. It is written down.',
  503: 'The database or a provider is away. `Retry-After` says when to try again.',
  507: 'There is no room for more files, of the member or of the site.',
};

const { everything } = limits;

/** What holds for every call; docs/api.md and the OpenAPI document begin with it. */
export const introduction = `Everything the site does, as JSON. A call and the page of the same name end in the same rule, so what a page refuses a call refuses, in the same words.

## Signing in

\`POST /api/login\` answers with the session's cookie; send it along with every call. A session ends 30 days after it began, or after 14 days without use. \`POST /api/logout\` ends it. There are no keys and no tokens.

## What is sent

JSON with \`Content-Type: application/json\`, or the same names as a form (\`application/x-www-form-urlencoded\`); calls that take files take \`multipart/form-data\`. Names that are not listed are ignored. Words such as tiers may come in any case of letters. A body without files has at most 256 kB. A call that changes something is refused (403) when \`Origin\` or \`Sec-Fetch-Site\` say that a page of another site sent it; programs send neither.

## What is answered

JSON in camelCase. Ids are whole numbers (those of uploads and of the payment provider are text), money is dollars (\`4.99\`), moments are ISO 8601 in UTC. Only the keys that are listed are answered; a new one is listed here first. Addresses of pictures and videos may be paths of this site, such as \`/media/…\`; some run out, so ask again rather than keep them.

A locked item's \`imageUrl\` is a blurred picture, and its \`videoUrl\` is null.

## Lists

A list is an array. \`?limit=\` says how many: 24 by default, at most 48. (The featured cards and one's own likes come whole, as their calls say.) Where it goes on, the answer names its next page in a header, to be followed as it is:

    Link: <https://…/api/content?cursor=…>; rel="next"

The last page has no such header. There are no totals and no page numbers. A cursor or a filter that cannot be read is no error: the list simply begins, or is not filtered.

## Errors

    {"message": "Please select a star rating.", "errors": {"rating": ["Please select a star rating."]}}

\`message\` is meant for people. \`errors\` comes where something sent does not fit: the messages by field. A verb that an address does not have is 405, with \`Allow\`; an address that does not exist 404. Unless a call says more, a status means:

${Object.entries(statusWords)
  .map(([status, text]) => `- ${status}: ${text}`)
  .join('\n')}

## Limits

429 says in \`Retry-After\` how many seconds to wait. All of one network address together have ${everything.most.toLocaleString('en-US')} requests a minute; some calls have limits of their own, named with them. An image has at most ${megabytes(contentLimits.imageBytes)}, a video ${megabytes(contentLimits.videoBytes)}, an item ${contentLimits.files} files.`;

function megabytes(bytes: number) {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
