import type { MediaStore } from './media.ts';

/** Stores media on this machine and copies them to the service later (ADR-017). What is here is served from here, all
 *  else from the service. Uploads and deletions do not wait for the service.
 *  @param removeFar enqueues a removal at the service that is repeated until it succeeds */
export function bothStores(
  localStore: MediaStore,
  remoteStore: MediaStore,
  removeFar: (key: string) => Promise<void>,
): MediaStore {
  return {
    keeps: localStore.keeps,
    put: localStore.put,
    localPath: localStore.localPath,
    elsewhere: remoteStore.elsewhere,
    address: localStore.address,
    list: localStore.list,
    readNotification: remoteStore.readNotification,
    fetchTo: async (key, variant, path) =>
      (await localStore.fetchTo(key, variant, path)) || remoteStore.fetchTo(key, variant, path),
    stat: async (key, variant) => (await localStore.stat(key, variant)) ?? remoteStore.stat(key, variant),
    async remove(key) {
      await localStore.remove(key);
      await removeFar(key);
    },
  };
}
