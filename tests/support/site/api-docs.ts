import type { JsonSchema, OpenApi, Operation } from '../../../app/http/api/openapi.server.ts';
import { statusWords } from '../../../app/http/api/openapi-words.ts';

/** The document as people read it: `docs/api.md`. */
export function apiDocsText(document: OpenApi): string {
  const rooms = document.tags.filter(({ name }) => operationsOf(document, name).length > 0);
  return [
    '# The calls',
    '<!-- Written by app/http/api/api-docs.test.ts from what the calls say of themselves (ADR-027); do not edit. -->',
    `The same as OpenAPI 3.1: \`GET /api/openapi.json\`. The calls: ${rooms.map(({ name }) => `[${name}](#${anchor(name)})`).join(', ')}. What they answer again and again: [shapes](#shapes).`,
    document.info.description,
    '## From a shell',
    code(
      'sh',
      [
        'SITE=http://localhost:3000',
        `curl -c jar -H 'Content-Type: application/json' $SITE/api/login \\`,
        `  -d '{"email": "creator@example.com", "password": "jiujitsu"}'`,
        `curl -b jar "$SITE/api/my-content?limit=2" -i`,
        `curl -b jar $SITE/api/content -F files=@knee-cut.jpg -F title='Knee cut' -F category=technique`,
        `curl -b jar -X DELETE $SITE/api/content/42 -i`,
      ].join('\n'),
    ),
    ...rooms.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      ...operationsOf(document, name).flatMap((each) => operationText(document, each)),
    ]),
    '## Shapes',
    ...Object.entries(document.components.schemas).flatMap(([name, shape]) => [
      `### ${name}`,
      fields(shape),
      example(document, shape),
    ]),
    '',
  ].join('\n\n');
}

const anchor = (title: string) => title.toLowerCase().replaceAll(' ', '-');
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

interface Named {
  verb: string;
  path: string;
  operation: Operation;
}

const operationsOf = ({ paths }: OpenApi, tag: string): Named[] =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );

const audience = {
  everyone: 'Everybody',
  members: 'Members',
  curators: 'Curators and admins',
  admins: 'Admins',
};

function operationText(document: OpenApi, { verb, path, operation }: Named): string[] {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const limits = operation['x-limits'];
  return [
    `### ${verb} ${path}`,
    `**${summary}.** ${audience[operation['x-who']]}.${description ? ` ${description}` : ''}`,
    ...(limits ? [`Limits: ${limits.join('; ')}.`] : []),
    ...(parameters.length > 0
      ? [
          fieldTable(
            parameters.map(({ in: place, name, required, description, schema }) => [
              `\`${name}\``,
              place === 'path' ? 'address' : place,
              kindOf(schema),
              noted(required && place !== 'path', description),
            ]),
          ),
        ]
      : []),
    ...bodyText(path, requestBody?.content ?? {}),
    ...answers(responses).flatMap(([status, schema]) => answered(document, status, schema)),
    `Refuses: ${refusals(responses)}`,
  ];
}

function bodyText(path: string, content: NonNullable<Operation['requestBody']>['content']) {
  const { 'application/json': json, 'multipart/form-data': form, ...raw } = content;
  const [others] = Object.keys(raw);
  if (others) return [`Takes \`${others}\`.`];
  const body = json ?? form;
  if (!body) return [];
  const files = form ? `files in ${filesIn(form.schema)}` : '';
  const type = json ? 'JSON or a form' : '`multipart/form-data`';
  return [
    `Takes ${type}${files && `, with ${files}`}:`,
    fields({ ...body.schema, properties: withoutFiles(body.schema) }),
    ...(body.example && json ? [code('json', JSON.stringify(body.example, null, 2))] : []),
    ...(body.example && !json ? [code('sh', posted(path, body.example))] : []),
  ];
}

const posted = (path: string, example: unknown) =>
  [`curl -b jar $SITE${path} -F files=@knee-cut.mp4`]
    .concat(Object.entries(example as object).map(([name, value]) => `  -F ${name}='${value}'`))
    .join(' \\\n');

const isFiles = ({ items }: JsonSchema) => items?.format === 'binary';

const withoutFiles = ({ properties = {} }: JsonSchema) =>
  Object.fromEntries(Object.entries(properties).filter(([, each]) => !isFiles(each)));

const filesIn = ({ properties = {} }: JsonSchema) =>
  Object.entries(properties)
    .filter(([, each]) => isFiles(each))
    .map(([name, { description }]) => `\`${name}\` (${lowerFirst(description ?? '')})`)
    .join(', ');

/** The schemas of answers. Two statuses with the same schema are listed together. */
function answers(responses: Operation['responses']): [string, JsonSchema | undefined][] {
  const given = Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([status, { content }]) => [status, content?.['application/json']?.schema] as const);
  const alike = Map.groupBy(given, ([, schema]) => JSON.stringify(schema));
  return [...alike.values()].map((each) => [each.map(([status]) => status).join(' or '), each[0]?.[1]]);
}

function answered(document: OpenApi, status: string, schema: JsonSchema | undefined): string[] {
  if (!schema) return [`Answers ${status}, without a body.`];
  if (schema.$ref) return [`Answers ${status}, ${nameOf(schema)}.`];
  if (schema.items?.$ref) return [`Answers ${status}, a list of ${nameOf(schema.items)}.`];
  const described = Object.values(schema.properties ?? {}).some(({ description }) => description);
  return [`Answers ${status}:`, ...(described ? [fields(schema)] : []), example(document, schema)];
}

const example = (document: OpenApi, schema: JsonSchema) =>
  code('json', JSON.stringify(exampleOf(document, schema), null, 2));

/** The introduction explains these statuses, so calls do not repeat them. */
function refusals(responses: Operation['responses']) {
  const all = Object.entries(responses).filter(([status]) => Number(status) >= 300);
  const usual = all.filter(([status, { description }]) => description === statusWords[Number(status)]);
  const own = all.filter((each) => !usual.includes(each));
  return [usual.map(([status]) => status).join(', ')]
    .concat(own.map(([status, { description }]) => `**${status}** ${lowerFirst(description)}`))
    .filter(Boolean)
    .join('; ');
}

const lowerFirst = (text: string) =>
  text.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());

function fields(schema: JsonSchema): string {
  if (!schema.properties) return kindOf(schema);
  return fieldTable(
    Object.entries(schema.properties).map(([name, each]) => [
      `\`${name}\``,
      kindOf(each),
      noted(isInput(schema) && (schema.required ?? []).includes(name), each.description),
    ]),
  );
}

/** Answers are closed: all listed keys are always there. */
const isInput = ({ additionalProperties }: JsonSchema) => additionalProperties !== false;

const noted = (isRequired: boolean, text = '') =>
  [isRequired ? 'Required.' : '', text].filter(Boolean).join(' ');

function fieldTable(lines: string[][]): string {
  const width = lines[0]?.length ?? 0;
  const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const head = width === 4 ? ['name', 'in', 'kind', ''] : ['name', 'kind', ''];
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

/** A schema in a few words: `text, at most 100 characters`. */
export function kindOf(schema: JsonSchema): string {
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((each) => `\`${each}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => kindOf({ type })).join(' or ');
  if (schema.format === 'binary') return 'file';
  if (schema.format === 'date-time') return 'moment';
  const { minimum, maximum, minLength, maxLength, maxItems } = schema as Record<string, number | undefined>;
  if (schema.type === 'array') {
    return `list of ${schema.items ? kindOf(schema.items) : 'anything'}${maxItems ? `, at most ${maxItems}` : ''}`;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const most =
      maximum !== undefined && maximum < 2_147_483_647 ? maximum.toLocaleString('en-US') : undefined;
    const least = minimum !== undefined && minimum > -2_147_483_648 ? minimum : undefined;
    const range = most ? ` ${least ?? ''}–${most}` : least !== undefined ? `, ${least} or more` : '';
    return `${schema.type === 'integer' ? 'whole number' : 'number'}${range}`;
  }
  if (schema.type === 'string') {
    if (minLength && minLength > 1) return `text, ${minLength}–${maxLength ?? ''} characters`;
    return maxLength ? `text, at most ${maxLength} characters` : 'text';
  }
  return { boolean: 'true or false', null: 'null', object: 'object' }[String(schema.type)] ?? 'anything';
}

const nameOf = ({ $ref = '' }: JsonSchema) => {
  const name = $ref.split('/').at(-1) ?? '';
  return `[${name}](#${anchor(name)})`;
};

/** An example of an answer, made from the examples of the schemas, never from real data. */
export function exampleOf(document: OpenApi, schema: JsonSchema): unknown {
  if (schema.$ref)
    return exampleOf(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [first] = (schema.examples as unknown[] | undefined) ?? [];
  if (first !== undefined) return first;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(document, schema.anyOf[0] ?? {});
  if (schema.type === 'array') return schema.items ? [exampleOf(document, schema.items)] : [];
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(entries.map(([name, each]) => [name, exampleOf(document, each)]));
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return { boolean: false, string: 'text' }[String(schema.type)] ?? null;
}
