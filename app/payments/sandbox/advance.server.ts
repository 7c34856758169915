import { forgetKeys } from './idempotency.server.ts';
import { type Core, changeInside, oneAtATime } from './store.server.ts';
import { nextTurn } from './time.server.ts';

interface Due {
  id: string;
  due_at: string;
}

/** Does everything that is due until `until`, in order, each at its own time. @returns the number of changes */
export async function advance(core: Core, until: number): Promise<number> {
  await forgetKeys(core.db, until);
  for (let happened = 0; ; happened += 1) {
    const more = await core.db.transaction(async (inside) => {
      await oneAtATime(inside);
      const [due] = await inside.execute<Due>(
        'select id, due_at from sandbox.object where due_at <= $1 order by due_at, position limit 1',
        [until],
      );
      if (!due) return false;
      await changeInside(inside, core, { ids: [due.id], at: Number(due.due_at) }, (state) => {
        const object = state.objects.get(due.id);
        if (object) nextTurn(state, object)?.act();
      });
      return true;
    });
    if (!more) return happened;
  }
}
