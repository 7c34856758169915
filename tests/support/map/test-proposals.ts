import { decideProposal } from '../../../app/features/map/proposals/decide.server.ts';
import { findProposal } from '../../../app/features/map/proposals/find-proposal.server.ts';
import type { MapThing } from '../../../app/features/map/proposals/map-thing.ts';
import { type Decision, decisionSchema } from '../../../app/features/map/proposals/proposal.schema.ts';
import { propose } from '../../../app/features/map/proposals/propose.server.ts';
import type { Viewer } from '../../../app/scope.ts';
import type { testWorld } from '../world.ts';

type World = ReturnType<typeof testWorld>;
type Fields = Record<string, string>;

/** Proposals of a member and decisions of the curator @carla. `people` makes both, and is called first. */
export function testProposals(world: World) {
  const made = {} as { member: Viewer; curator: Viewer };
  let count = 0;
  const decide = async (thing: MapThing, decision: Fields, by = made.curator) =>
    decideProposal(world.member(by), thing, decisionSchema.parse(decision) as Decision);

  return {
    async people() {
      made.member = await world.person();
      made.curator = await world.person({ isCurator: true, username: 'carla' });
      return made;
    },
    async position(name = `Guard nr ${++count}`, by = made.member): Promise<MapThing & { name: string }> {
      return { ...(await propose(world.member(by), { kind: 'position', name })), name };
    },
    /** `from` and `to` are names, or ids of positions. */
    transition: async (from: string, to: string) =>
      propose(world.member(made.member), { kind: 'transition', name: `Move nr ${++count}`, from, to }),
    decide,
    /** Decides again, as one who has seen the state of now. */
    again: async (thing: MapThing, decision: Fields, by = made.curator) =>
      decide(thing, { ...decision, seen: (await findProposal(world.scope(), thing)).seen }, by),
    stateOf: async (thing: MapThing) => (await findProposal(world.scope(), thing)).state,
  };
}
