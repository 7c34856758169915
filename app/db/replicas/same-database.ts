import type { Em, Orm } from '../orm.server.ts';

const primaries = new WeakMap<object, Orm>();

/** Notes of which primary an opened replica is a copy. */
export const noteReplica = (replica: Orm, primary: Orm): unknown => primaries.set(replica.config, primary);

/** A name of the database behind an entity manager, the same for a replica as for its primary: for what a process keeps
 *  of it. */
export const databaseOf = ({ config }: Em): object => primaries.get(config)?.config ?? config;

/** For the rare rule that writes while a page is read, such as a rate limit: an entity manager of the primary. It is `em`
 *  itself unless that reads from a replica. */
export const primaryOf = (em: Em): Em => primaries.get(em.config)?.em.fork() ?? em;
