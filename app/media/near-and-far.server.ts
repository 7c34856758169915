import type { MediaStore } from './media.ts';

/**
 * Media are made on this machine and carried to the service afterwards (decisions 017): whatever is here is
 * served from here, all else from there. Nobody who sends or deletes something waits for the service.
 * @param removeFar asks for a removal over there that is tried until it succeeds
 */
export function nearAndFar(
  near: MediaStore,
  far: MediaStore,
  removeFar: (key: string) => Promise<void>,
): MediaStore {
  return {
    keeps: near.keeps,
    put: near.put,
    localPath: near.localPath,
    elsewhere: far.elsewhere,
    address: near.address,
    list: near.list,
    readNotification: far.readNotification,
    fetchTo: async (key, variant, path) =>
      (await near.fetchTo(key, variant, path)) || far.fetchTo(key, variant, path),
    stat: async (key, variant) => (await near.stat(key, variant)) ?? far.stat(key, variant),
    async remove(key) {
      await near.remove(key);
      await removeFar(key);
    },
  };
}
