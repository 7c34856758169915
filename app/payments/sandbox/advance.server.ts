import { forgetKeys } from './idempotency.sql.server.ts';
import { type Core, changeInside, nextDue, oneAtATime } from './store.sql.server.ts';
import { nextTurn } from './time.server.ts';

/** Does everything that is due until `until`, in order, each at its own time. @returns the number of changes */
export async function advance(core: Core, until: number): Promise<number> {
  await forgetKeys(core.db, until);
  for (let happened = 0; ; happened += 1) {
    const more = await core.db.transaction(async (inside) => {
      await oneAtATime(inside);
      const due = await nextDue(inside, until);
      if (!due) return false;
      await changeInside(inside, core, { ids: [due.id], at: Number(due.dueAt) }, (state) => {
        const object = state.objects.get(due.id);
        if (object) nextTurn(state, object)?.act();
      });
      return true;
    });
    if (!more) return happened;
  }
}
