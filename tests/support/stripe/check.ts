import ts from 'typescript';
import { type StripeTypes, stripeTypes } from './types.ts';

/** Checks a request's decoded parameters, where every value came as text, against the SDK's type.
 *  @returns what is wrong, with the parameter's path; empty when all is right */
export const checkRequest = (name: string, value: unknown) =>
  new Check(stripeTypes(), 'text').check(stripeTypes().typeOf(name), value, '');

/** Checks an answer as it goes out. */
export const checkAnswer = (name: string, value: unknown) =>
  new Check(stripeTypes(), 'json').check(stripeTypes().typeOf(name), value, '');

const armsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);
const isOpenString = (type: ts.Type) =>
  type.isIntersection() && type.types.some((part) => part.flags & ts.TypeFlags.String);

class Check {
  readonly types: StripeTypes;
  readonly mode: 'text' | 'json';

  constructor(types: StripeTypes, mode: 'text' | 'json') {
    this.types = types;
    this.mode = mode;
  }

  check(type: ts.Type, value: unknown, path: string): string[] {
    const all = armsOf(type);
    // The open arm of an enum would let every misspelt word pass.
    const arms = all.length > 1 ? all.filter((arm) => !isOpenString(arm)) : all;
    const verdicts = arms.map((arm) => this.#arm(arm, value, path));
    if (verdicts.some((verdict) => verdict.length === 0)) return [];
    const nearest = this.#nearest(arms, value);
    return nearest === -1
      ? [`${path || 'body'}: ${shown(value)} is not ${this.#wanted(arms)}`]
      : verdicts[nearest]!;
  }

  #wanted = (arms: ts.Type[]) => arms.map((arm) => this.types.checker.typeToString(arm)).join(' | ');

  /** The object arm that the value seems to mean, so that the complaint names the field. */
  #nearest(arms: ts.Type[], value: unknown): number {
    if (typeof value !== 'object' || value === null) return -1;
    const { checker } = this.types;
    const objects = arms
      .map((arm, index) => ({ arm, index }))
      .filter(({ arm }) => arm.flags & ts.TypeFlags.Object);
    const named = objects.find(({ arm }) => {
      const word = arm.getProperty('object');
      const literal = word && checker.getTypeOfSymbol(word);
      return literal?.isStringLiteral() && literal.value === Reflect.get(value, 'object');
    });
    return (named ?? objects[0])?.index ?? -1;
  }

  #arm(type: ts.Type, value: unknown, path: string): string[] {
    const wrong = [`${path || 'body'}: ${shown(value)} is not ${this.types.checker.typeToString(type)}`];
    const fits = (yes: boolean) => (yes ? [] : wrong);
    const text = this.mode === 'text';
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if (flags & ts.TypeFlags.Null) return fits(text ? value === '' : value === null);
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return fits(value === undefined);
    if (type.isStringLiteral()) return fits(value === type.value);
    if (type.isNumberLiteral()) return fits(text ? value === String(type.value) : value === type.value);
    if (flags & ts.TypeFlags.BooleanLiteral) {
      const word = this.types.checker.typeToString(type);
      return fits(text ? value === word : String(value) === word && typeof value === 'boolean');
    }
    if (flags & ts.TypeFlags.Number) {
      return fits(text ? typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) : Number.isFinite(value));
    }
    if (flags & ts.TypeFlags.String || isOpenString(type)) return fits(typeof value === 'string');
    if (type.symbol?.name === 'Decimal') return fits(typeof value === 'string');
    if (this.types.checker.isArrayType(type)) return this.#list(type, value, path, wrong);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
    return this.#object(type, value, path);
  }

  #list(type: ts.Type, value: unknown, path: string, wrong: string[]): string[] {
    if (!Array.isArray(value)) return wrong;
    const [element] = this.types.checker.getTypeArguments(type as ts.TypeReference);
    return value.flatMap((each, index) => this.check(element!, each, `${path}[${index}]`));
  }

  #object(type: ts.Type, value: object, path: string): string[] {
    const { checker } = this.types;
    const at = (name: string) => (path ? `${path}[${name}]` : name);
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
    const problems: string[] = [];
    // An event can contain any object. It is checked where the event is made.
    if (this.mode === 'json' && !index && checker.getPropertiesOfType(type).length === 0) return [];
    for (const property of checker.getPropertiesOfType(type)) {
      const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
      const given: unknown = Reflect.get(value, property.name);
      if (given === undefined) {
        if (!optional) problems.push(`${at(property.name)}: is missing`);
        continue;
      }
      problems.push(...this.check(checker.getTypeOfSymbol(property), given, at(property.name)));
    }
    for (const [name, given] of Object.entries(value)) {
      if (checker.getPropertyOfType(type, name)) continue;
      if (index) problems.push(...this.check(index, given, at(name)));
      else if (given !== undefined) problems.push(`${at(name)}: unknown parameter`);
    }
    return problems;
  }
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
