import { viewerById } from '../features/identity/sessions/sessions.server.ts';
import type { Sandbox } from '../payments/sandbox.server.ts';
import type { MemberScope, SystemContext } from '../scope.ts';

export interface DemoTrade {
  /** The scope that a request of this member would have. */
  member: (viewer: MemberScope['viewer']) => MemberScope;
  systemContext: () => SystemContext;
  sandbox: Sandbox;
}

/** Something that a demo person did, done by the usual rules at its own time. */
export interface PastEvent {
  at: Date;
  act: (trade: DemoTrade) => Promise<unknown>;
}

/** Does the events in their order, with a clock and a bank that show the time of each. */
export async function relive(trade: DemoTrade, events: readonly PastEvent[]) {
  const clock = { at: new Date(0) };
  const now = () => clock.at;
  const sandbox = trade.sandbox.at(now);
  const past: DemoTrade = {
    sandbox,
    systemContext: () => ({ ...trade.systemContext(), now, payments: sandbox.provider }),
    member: (viewer) => ({ ...trade.member(viewer), now, payments: sandbox.provider, sandbox }),
  };
  for (const { at, act } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    clock.at = at;
    await act(past);
  }
}

/** The scope of a member at the time of the event. */
export async function as({ member, systemContext }: DemoTrade, id: number): Promise<MemberScope> {
  const { em, now } = systemContext();
  return member(await viewerById(em, id, now()));
}

export const dayMs = 24 * 3_600_000;

export const later = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);
