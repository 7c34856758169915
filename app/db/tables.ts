import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { ColumnType, Generated } from 'kysely';
import type { entities } from '../../mikro-orm.config.ts';

type Inferred = InferKyselyDB<(typeof entities)[number]>;

/** The connection reads a time as PostgreSQL's text, and writes a Date or such a text. */
type Read<T> = T extends Date ? string : T;
type Written<T> = T extends Date ? Date | string : T;

type Column<T> = [T] extends [ColumnType<infer Select, infer Insert, infer Update>]
  ? ColumnType<Read<Select>, Written<Insert>, Written<Update>>
  : Date extends T
    ? ColumnType<Read<T>, Written<T> | (null extends T ? undefined : never), Written<T>>
    : T;

/** MikroORM's types do not say that the numbered ids are given by the database. */
type Identity<Name, T> = [Name, T] extends ['id', number] ? Generated<T> : T;

/** Kysely's view of the database, inferred from the entities. `tables.test.ts` compares them with PostgreSQL. */
export type Tables = {
  [Table in keyof Inferred]: {
    [Name in keyof Inferred[Table]]: Column<Identity<Name, Inferred[Table][Name]>>;
  };
};
