import { beforeEach } from 'vitest';
import * as call from '../../../app/features/study/progress/progress.api.ts';
import type { Viewer } from '../../../app/scope.ts';
import { row } from '../sql.ts';
import type { testWorld } from '../world.ts';
import { addVideo } from './video-row.ts';

export const minute = 60;

/** What the tests of places in videos and of the history share. Each test begins with no minute under way. */
export function watching(world: ReturnType<typeof testWorld>) {
  const later = (seconds: number) => {
    world.clock.at = new Date(world.clock.at.getTime() + seconds * 1000);
  };
  beforeEach(() => later(10 * minute));
  return {
    later,

    async aVideo(facts: Parameters<typeof world.item>[0] = {}, seconds: number | null = 200) {
      const id = await world.item({ contentType: 'video', ...facts });
      await addVideo(world.em(), id, { seconds });
      return id;
    },

    written: (viewer: Viewer, item: number) =>
      row<{ seconds: number | null }>(
        world.em(),
      )`select seconds from watched where user_id = ${viewer.id} and content_id = ${item}`,

    /** The call of a place: `GET` unless `init` names another method. */
    askProgress(viewer: Viewer | null, item: number, init: RequestInit) {
      const verb = init.method === 'GET' || !init.method ? call.loader : call.action;
      return world.send(verb, viewer, `/api/content/${item}/progress`, { id: String(item) }, init);
    },
  };
}
