import type { JsonSchema, OpenApi } from '../../../app/http/api/openapi.server.ts';
import type { Seen } from './crawl.ts';
import type { KnownField } from './markup.ts';
import { rows } from './routes.ts';

/** One way in which a row of the route table is asked, as a page or the document of the calls shows it. */
export interface Sample {
  role: string;
  /** Address with its query. */
  address: string;
  fields: KnownField[];
}

/** What is attacked: a row of the route table with a verb. */
export interface Target {
  name: string;
  verb: string;
  pattern: string;
  /** Where pages show it; empty for calls, and for what no page of this site shows just now. */
  samples: Sample[];
  /** What the call says that it takes. */
  fields: KnownField[];
  query: KnownField[];
  kinds: ('urlencoded' | 'multipart' | 'json' | 'raw')[];
}

/** Every row of the route table with each of its verbs. */
export function targetsOf(seen: Seen, document: OpenApi): Target[] {
  const pages = rows
    .filter(({ isCall }) => !isCall)
    .flatMap(({ pattern, takesPost, takesGet }) => [
      ...(takesGet ? [pageTarget(pattern, seen)] : []),
      ...(takesPost ? [formTarget(pattern, seen)] : []),
    ]);
  return [...pages, ...callTargets(document)];
}

function pageTarget(pattern: string, { forms, pages }: Seen): Target {
  const opened = pages
    .filter((each) => each.pattern === pattern)
    .map(({ role, address }) => ({ role, address, fields: [] }));
  const asked = forms
    .filter((form) => form.pattern === pattern && form.verb === 'GET')
    .map(({ role, action, fields }) => ({ role, address: action, fields }));
  const query = asked.flatMap(({ fields }) => fields);
  return {
    name: `GET ${pattern}`,
    verb: 'GET',
    pattern,
    query,
    fields: [],
    kinds: [],
    samples: [...opened, ...asked],
  };
}

function formTarget(pattern: string, { forms }: Seen): Target {
  const own = forms.filter((form) => form.pattern === pattern && form.verb === 'POST');
  const takesFiles = own.some(({ isMultipart }) => isMultipart);
  return {
    name: `POST ${pattern}`,
    verb: 'POST',
    pattern,
    query: [],
    fields: [],
    samples: own.map(({ role, action, fields }) => ({ role, address: action, fields })),
    kinds: takesFiles ? ['multipart', 'urlencoded'] : ['urlencoded', 'multipart'],
  };
}

function callTargets({ paths }: OpenApi): Target[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { parameters = [], requestBody }]): Target => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
      const contents = Object.entries(requestBody?.content ?? {});
      const kindOf = (type: string) =>
        type === 'application/json' ? 'json' : type === 'multipart/form-data' ? 'multipart' : 'raw';
      const known = new Map<string, KnownField>();
      for (const [, { schema, example }] of contents)
        for (const field of fieldsOf(schema, example)) known.set(field.name, field);
      const kinds = contents.map(([type]) => kindOf(type));
      return {
        name: `${verb.toUpperCase()} ${pattern}`,
        verb: verb.toUpperCase(),
        pattern,
        samples: [],
        fields: [...known.values()],
        query: parameters
          .filter((each) => each.in === 'query')
          .map(({ name, schema }) => fieldOf(name, schema, undefined)),
        kinds: kinds.includes('json') ? [...kinds, 'urlencoded'] : kinds,
      };
    }),
  );
}

function fieldsOf(schema: JsonSchema, example: unknown): KnownField[] {
  const given = (example ?? {}) as Record<string, unknown>;
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, each]) => ({
    ...fieldOf(name, each, given[name]),
    isRequired: required.has(name),
  }));
}

function fieldOf(name: string, schema: JsonSchema, example: unknown): KnownField {
  const limits = schema as { minimum?: number; maximum?: number; maxLength?: number };
  const one = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const isFile = one.items?.format === 'binary';
  const types: Record<string, string> = {
    integer: 'number',
    number: 'number',
    boolean: 'flag',
    array: 'list',
  };
  return {
    name,
    type: isFile
      ? 'file'
      : (types[String(one.type)] ?? (/email|password/i.exec(name)?.[0]?.toLowerCase() || 'text')),
    value: example === undefined ? '' : typeof example === 'string' ? example : JSON.stringify(example),
    options: (one.enum ?? []).map(String),
    isChecked: false,
    isRequired: false,
    min: limits.minimum,
    max: limits.maximum,
    maxLength: limits.maxLength,
  };
}
