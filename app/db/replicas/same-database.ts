import type { Em, Orm } from '../orm.server.ts';

const primaries = new WeakMap<object, object>();

/** Makes `databaseOf` answer the same for a replica as for its primary. */
export const noteReplica = (replica: Orm, primary: Orm): unknown =>
  primaries.set(replica.config, primary.config);

/** A name of the database behind an entity manager, for what a process keeps of it. */
export const databaseOf = ({ config }: Em): object => primaries.get(config) ?? config;
