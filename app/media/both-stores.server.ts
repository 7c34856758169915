import type { MediaStore } from './media.ts';

/** Stores media on this machine and at a service (ADR-017, ADR-081). What is here is served from here, all else from
 *  the service. Deletions do not wait for the service.
 *  @param removeFar enqueues a removal at the service that is repeated until it succeeds
 *  @param takes which store takes new files. `local`: uploads do not wait for the service either, and the files are
 *  copied there later. `remote`: other machines see a new file at once */
export function bothStores(
  localStore: MediaStore,
  remoteStore: MediaStore,
  removeFar: (key: string) => Promise<void>,
  takes: 'local' | 'remote' = 'local',
): MediaStore {
  return {
    keeps: localStore.keeps,
    async put(key, variant, sourcePath) {
      if (takes === 'local') return localStore.put(key, variant, sourcePath);
      await remoteStore.put(key, variant, sourcePath);
      // An older file here would be served in place of the new one.
      await localStore.remove(key, [variant]);
    },
    localPath: localStore.localPath,
    elsewhere: remoteStore.elsewhere,
    address: localStore.address,
    list: localStore.list,
    readNotification: remoteStore.readNotification,
    fetchTo: async (key, variant, path) =>
      (await localStore.fetchTo(key, variant, path)) || remoteStore.fetchTo(key, variant, path),
    stat: async (key, variant) => (await localStore.stat(key, variant)) ?? remoteStore.stat(key, variant),
    async remove(key, only) {
      await localStore.remove(key, only);
      if (only) await remoteStore.remove(key, only);
      else await removeFar(key);
    },
  };
}
