import type { z } from 'zod';
import {
  type CreateDocumentOptions,
  createDocument,
  createSchema,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { limits } from '../../features/core/rate-limits/limits.ts';
import { type Call, type Verb, verbsOf } from './api.server.ts';
import { type Description, type RouteTable, refusalBody } from './description.ts';
import { callGroups, introduction, statusWords } from './openapi-words.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  description?: string;
  [keyword: string]: unknown;
}

interface Content {
  [mediaType: string]: { schema: JsonSchema; example?: unknown };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, never[]>[];
  parameters?: {
    in: 'path' | 'query' | 'header';
    name: string;
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content?: Content }>;
  'x-who': Call['who'];
  'x-limits'?: string[];
}

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}

/** The OpenAPI 3.1 document of every described call below `/api` (ADR-027). `origin` ends without a slash. */
export function openapi(routes: RouteTable, origin: string): OpenApi {
  const paths: Record<string, Record<string, Unwritten>> = {};
  for (const { path, verbs } of callsOf(routes)) {
    paths[path] = {};
    for (const [verb, call] of Object.entries(verbs) as [Verb, Call][]) {
      if (call.description) paths[path][verb.toLowerCase()] = operation(path, verb, call, call.description);
    }
  }
  const document: object = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Summa',
        version: '1',
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: origin }],
      tags: callGroups.map(({ name, about }) => ({ name, description: about })),
      paths,
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: origin.startsWith('https:') ? '__Host-summa' : 'summa',
            description: 'As `POST /api/login` sets it.',
          },
        },
      },
    },
    spelled,
  );
  return document as OpenApi;
}

/** Every address below `/api` in OpenAPI's spelling, with its verbs, without the catch-all. */
export function callsOf(routes: RouteTable) {
  return Object.values(routes).flatMap((route) => {
    const { path, module } = route ?? {};
    if (!path?.startsWith('api/') || path.endsWith('*')) return [];
    const { loader } = module as { loader: object };
    return [{ path: `/${path.replaceAll(/:(\w+)/g, '{$1}')}`, verbs: verbsOf(loader) }];
  });
}

type AnswerHeaders = ZodOpenApiResponseObject['headers'];
/** Its answers are still the schemas that shape them. */
type Unwritten = Omit<Operation, 'responses'> & { responses: Record<string, ZodOpenApiResponseObject> };

function operation(path: string, verb: Verb, call: Call, described: Description): Unwritten {
  const who = described.isForMembers ? 'members' : call.who;
  const tag = callGroups.find(({ paths }) => paths.test(path))?.name ?? 'Others';
  const words = path
    .slice('/api/'.length)
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase());
  const limited = (described.rateLimits ?? []).map((name) => {
    const { most, perSeconds } = limits[name];
    return `${name}: ${most} in ${duration(perSeconds)}`;
  });
  return {
    operationId: `${verb.toLowerCase()}_${words.replaceAll('/', '_')}`,
    tags: [tag],
    summary: described.summary,
    ...(described.details && { description: described.details }),
    security: who === 'everyone' ? [{}, { session: [] }] : [{ session: [] }],
    ...parametersOf(path, described),
    ...requestOf(described),
    responses: responsesOf(path, verb, who, described),
    'x-who': who,
    ...(limited.length > 0 && { 'x-limits': limited }),
  };
}

const duration = (seconds: number) => {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3_600 === 0
        ? [seconds / 3_600, 'hour']
        : seconds % 60 === 0
          ? [seconds / 60, 'minute']
          : [seconds, 'second'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
};

const pageOfList = {
  limit: { type: 'integer', minimum: 1, maximum: 48, default: 24, description: 'How many at most.' },
  cursor: { type: 'string', description: 'From the Link header of the page before.' },
};

function parametersOf(path: string, { params = {}, query, headers, isPaged }: Description) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const usual: JsonSchema = /id$/i.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' };
    const { description, ...schema } = params[name] ? inputOf(params[name]) : usual;
    return { in: 'path' as const, name, required: true, ...(description && { description }), schema };
  });
  const named = (place: 'query' | 'header', schema: z.ZodType) => {
    const { properties = {}, required = [] } = inputOf(schema);
    return Object.entries(properties).map(([name, { description, ...own }]) => ({
      in: place,
      name: place === 'header' ? name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase()) : name,
      required: required.includes(name),
      ...(description && { description }),
      schema: own,
    }));
  };
  const paging = Object.entries(isPaged ? pageOfList : {}).map(([name, { description, ...schema }]) => ({
    in: 'query' as const,
    name,
    required: false,
    description,
    schema,
  }));
  const parameters = [
    ...inPath,
    ...(query ? named('query', query).filter(({ name }) => !isPaged || !(name in pageOfList)) : []),
    ...paging,
    ...(headers ? named('header', headers) : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function requestOf({ body, example, files, isForm, raw }: Description): Pick<Operation, 'requestBody'> {
  if (raw) {
    const schema = raw.endsWith('json') ? { type: 'object' } : {};
    return { requestBody: { required: true, content: { [raw]: { schema } } } };
  }
  if (!body && !files) return {};
  const schema = body ? inputOf(body) : { type: 'object' };
  const content: Content = {};
  if (!isForm) content['application/json'] = { schema, ...(example && { example }) };
  if (files) {
    const sent = Object.entries(files).map(([name, description]) => {
      const file = { type: 'string', format: 'binary' };
      return [name, { type: 'array', items: file, description }];
    });
    content['multipart/form-data'] = {
      schema: { ...schema, properties: { ...schema.properties, ...Object.fromEntries(sent) } },
      ...(isForm && example && { example }),
    };
  }
  return { requestBody: { required: (schema.required ?? []).length > 0, content } };
}

function responsesOf(path: string, verb: Verb, who: Call['who'], described: Description) {
  const takes = Boolean(described.body || described.files || described.raw);
  const usual = [
    400,
    429,
    500,
    503,
    ...(who === 'everyone' ? [] : [401]),
    ...(who === 'admins' || who === 'curators' || verb !== 'GET' ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(takes ? [413, 415, 422] : []),
    ...(described.files || described.raw === 'application/offset+octet-stream' ? [507] : []),
  ];
  const refusals = new Set([...usual, ...Object.keys(described.errorResponses ?? {}).map(Number)]);
  const link: AnswerHeaders = {
    Link: { schema: { type: 'string' }, description: 'The next page, `rel="next"`.' },
  };
  const wait: AnswerHeaders = {
    'Retry-After': { schema: { type: 'integer' }, description: 'How long to wait, in seconds.' },
  };
  const responses: Unwritten['responses'] = {};
  for (const status of refusals) {
    responses[status] = {
      description: described.errorResponses?.[status as 400] ?? statusWords[status] ?? '',
      ...((status === 429 || status === 503) && { headers: wait }),
      content: { 'application/json': { schema: refusalBody } },
    };
  }
  for (const [status, schema] of Object.entries(described.responses)) {
    responses[status] = {
      description: described.errorResponses?.[Number(status) as 400] ?? statusWords[Number(status)] ?? '',
      ...(described.isPaged && status === '200' && { headers: link }),
      ...(schema && { content: { 'application/json': { schema } } }),
    };
  }
  return responses;
}

const spelled: CreateDocumentOptions = {
  override: ({ zodSchema, jsonSchema }) => {
    if (zodSchema._zod.def.type === 'date') jsonSchema.format = 'date-time';
  },
  allowEmptySchema: { transform: true, custom: true },
};

/** The schema of input. A field is required when leaving it out is an error. */
function inputOf(schema: z.ZodType): JsonSchema {
  const made = createSchema(schema, { io: 'input', opts: spelled }).schema;
  const { required, ...input } = made as JsonSchema;
  const missed = new Set(schema.safeParse({}).error?.issues.map(({ path }) => String(path[0] ?? '')));
  const needed = Object.keys(input.properties ?? {}).filter((name) => missed.has(name));
  return needed.length > 0 ? { ...input, required: needed } : input;
}
