import { z } from 'zod';
import { count, exampleText, id } from '../../core/schemas/response-shapes.ts';
import { roles, rulesets } from '../graph/states.ts';
import { nameLanguages } from '../names/languages.ts';

const address = (example: string) => exampleText(example);
const drawingUrl = z
  .string()
  .nullable()
  .meta({
    description: 'An SVG picture that may be kept for ever; null for what has no drawing.',
    examples: ['/map/drawing/p1-s0-lbnf-0-27-0-0123456789.svg'],
  });
const tags = z.array(exampleText('half_guard'));

export const familyShape = z
  .object({
    slug: exampleText('half-guard'),
    name: exampleText('Half guard'),
    url: address('/map/half-guard'),
    positions: count,
    transitions: count.describe('That begin in one of its positions.'),
    taught: count.describe('How many of them an item teaches.'),
  })
  .meta({ id: 'MapFamily' });

export const mapShape = z
  .object({ positions: count, transitions: count, families: z.array(familyShape) })
  .meta({ id: 'Map' });

export const positionLineShape = z
  .object({
    id,
    name: exampleText('Half guard'),
    url: address('/map/p/42-half-guard'),
    family: exampleText('half-guard'),
    tags,
    isWaypoint: z.boolean().describe('A moment on the way that has no name of its own.'),
    drawingUrl,
  })
  .meta({ id: 'MapPositionLine' });

const nameShape = z.object({ language: z.enum(nameLanguages), text: exampleText('Meia-guarda') });

export const arcShape = z
  .object({
    transitionId: id,
    name: exampleText('Old school sweep'),
    url: address('/map/t/42-old-school-sweep'),
    from: id.describe('The position in which it begins.'),
    to: id.describe('The position in which it ends.'),
    isReversed: z.boolean().describe('A technique that leads both ways, taken backwards.'),
    actor: z.enum(roles).nullable().describe('Who acts, by the roles at its beginning.'),
    changesRole: z.boolean().describe('The one on top at its beginning is on the bottom at its end.'),
    ruleset: z.enum(rulesets),
    isTap: z.boolean(),
    drawingUrl,
  })
  .meta({ id: 'MapArc' });

export const positionShape = positionLineShape
  .extend({
    names: z.array(nameShape).describe('Other names, and the names of what it is an example of.'),
    out: z.array(arcShape),
    into: z.array(arcShape),
  })
  .meta({ id: 'MapPosition' });

export const itemLineShape = z
  .object({ id, title: exampleText('Old school sweep, step by step'), locked: z.boolean() })
  .meta({ id: 'MapItem' });

export const transitionShape = arcShape
  .omit({ transitionId: true, isReversed: true })
  .extend({
    id,
    bothWays: z.boolean(),
    tags,
    names: z.array(nameShape),
    seenIn: z.array(exampleText('Mastering Jiujitsu')),
    next: z.array(arcShape).describe('What may follow its end.'),
    items: z.array(itemLineShape).describe('What teaches it, the newest first.'),
  })
  .meta({ id: 'MapTransition' });

const stepShape = z
  .object({
    transitionId: id,
    name: exampleText('Old school sweep'),
    from: id,
    to: id,
    drawingUrl,
    items: z.array(itemLineShape),
  })
  .meta({ id: 'MapStep' });

export const waysShape = z
  .object({ ways: z.array(z.object({ steps: z.array(stepShape) })) })
  .meta({ id: 'MapWays' });

export const noSuchThing = 'It is not on the map.';
