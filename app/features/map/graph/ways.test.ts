import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { cheapestRoutes } from '../../../../tests/support/map/all-ways.ts';
import { type SmallMap, smallMap } from '../../../../tests/support/map/small-map.ts';
import { type PairQuestion, waysBetween } from '../../../../tests/support/map/ways-between.ts';
import { shippedMap } from '../../../../tests/support/map/whole-map.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import type { Role } from './states.ts';
import { mapOf, nameOfArc, type TechniqueMap, techniqueMap } from './technique-map.server.ts';
import { findWays, isDifferent, type Way } from './ways.ts';

const world = testWorld();

/** What is wrong with a way: steps follow each other, roles follow the steps, no place comes twice, a tap is the end. */
function faultOf({ steps, cost }: Way, { from, to, as }: PairQuestion): string | null {
  const seen = new Set([`${from} ${as}`]);
  let [here, role] = [from, as];
  for (const [n, { arc, roleBefore, roleAfter }] of steps.entries()) {
    const { transition, isReversed, changesRole } = arc;
    if (arc.fromId !== here || roleBefore !== role) return `step ${n} does not begin where the last one ends`;
    if ((roleAfter !== roleBefore) !== changesRole) return `step ${n} ends in the wrong role`;
    const [begin, end] = isReversed
      ? [transition.toId, transition.fromId]
      : [transition.fromId, transition.toId];
    if (begin !== arc.fromId || end !== arc.toId) return `step ${n} is not its transition`;
    if (isReversed && !transition.bothWays) return `step ${n} goes backwards`;
    if (transition.isTap && n < steps.length - 1) return `step ${n} is a tap`;
    here = arc.toId;
    role = roleAfter;
    if (seen.has(`${here} ${role}`)) return `step ${n} comes back`;
    seen.add(`${here} ${role}`);
  }
  if (here !== to) return 'it does not arrive';
  return cost >= 0 ? null : 'it costs nothing';
}

const faultsOf = (found: Way[], question: PairQuestion) =>
  found.flatMap((way) => faultOf(way, question) ?? []);

describe('in a small map', () => {
  let map: TechniqueMap;
  let small: SmallMap;
  beforeAll(async () => {
    small = await smallMap(world.scope());
    map = await techniqueMap(world.scope());
  });
  const ways = (from: string, to: string, as: Role, weightOf?: Parameters<typeof waysBetween>[2]) =>
    waysBetween(map, { from: small.at(from), to: small.at(to), as }, weightOf);
  const names = (found: Way[]) =>
    found.map(({ steps }) => steps.map(({ arc }) => nameOfArc(map, arc)).join(', '));

  test('from the bottom of half guard to the back: the short way first, then those through other positions', () => {
    const found = ways('Half guard', 'Back with hooks', 'bottom');
    expect(names(found)).toEqual(['Underhook, Take the back', 'Knee cut, Side control, Turn in, Seatbelt']);
    expect(found[0]!.steps.map(({ roleBefore, roleAfter }) => [roleBefore, roleAfter])).toEqual([
      ['bottom', 'bottom'],
      ['bottom', 'top'],
    ]);
    expect(found.map(({ cost }) => cost)).toEqual([2, 4.5]);
  });

  test('a step that the viewer can open an item for is cheaper', () => {
    const slide = small.leap('Slide over', 'Side control');
    const turn = small.leap('Turn in', 'Side control');
    const best = (cheap: number) =>
      names(
        ways('Side control', 'Back with hooks', 'top', (arc) => (arc.transition.id === cheap ? 0.7 : 1)),
      )[0];
    expect(best(slide)).toBe('Slide over, Gift wrap');
    expect(best(turn)).toBe('Turn in, Seatbelt');
  });

  test('a transition for both ways can be done backwards', () => {
    const found = ways('Half guard with underhook', 'Half guard', 'bottom');
    expect(found[0]!.steps).toMatchObject([{ arc: { isReversed: true }, roleAfter: 'bottom' }]);
  });

  test('a tap ends a way, and none goes on after it', () => {
    expect(names(ways('Mount', 'Staredown', 'top'))[0]).toBe('Armbar, tap');
    expect(names(ways('Armbar', 'Closed guard', 'top'))).toEqual([]);
  });

  test('two transitions between the same positions are two ways', () => {
    expect(names(ways('Back with hooks', 'Rear naked choke', 'top'))).toEqual(['Lapel choke', 'Choke']);
  });

  test('to itself there is nothing to do; to an island or to nothing there is no way', () => {
    expect(ways('Mount', 'Mount', 'top')).toEqual([{ steps: [], cost: 0 }]);
    expect(ways('Mount', 'Island', 'top')).toEqual([]);
    expect(waysBetween(map, { from: small.at('Mount'), to: 999_999, as: 'top' })).toEqual([]);
    expect(waysBetween(map, { from: 999_999, to: small.at('Mount'), as: 'top' })).toEqual([]);
  });
});

describe('in the whole map', () => {
  const map = shippedMap();
  const ids = [...map.positions.keys()];
  const chance = fc.record({
    from: fc.constantFrom(...ids),
    to: fc.constantFrom(...ids),
    as: fc.constantFrom<Role>('top', 'bottom'),
  });

  test('1,000 random questions get the cheapest way that a slow search finds, and other ways that differ', () => {
    let answered = 0;
    const counts = [0, 0, 0, 0];
    for (const question of fc.sample(chance, { numRuns: 1_000, seed: 22 })) {
      const found = waysBetween(map, question);
      if (question.from === question.to) continue;
      const [best] = cheapestRoutes(map, question, 1);
      expect(found[0]?.cost, JSON.stringify(question)).toEqual(best && expect.closeTo(best.cost, 9));
      expect(faultsOf(found, question)).toEqual([]);
      const pairs = found.flatMap((way, n) => found.slice(n + 1).map((other) => [way, other] as const));
      expect(pairs.every(([way, other]) => isDifferent(way.steps, other.steps))).toBe(true);
      counts[found.length]! += 1;
      if (found.length > 0) answered += 1;
    }
    // 84 % of the pairs of positions that have a name are connected; of the waypoints many are dead ends.
    expect(answered).toBeGreaterThan(650);
    expect(counts[3]!).toBeGreaterThan(answered / 2);
  });

  test('further ways are among the cheapest that there are', () => {
    for (const question of fc.sample(chance, { numRuns: 25, seed: 23 })) {
      const found = waysBetween(map, question);
      const routes = cheapestRoutes(map, question, 5);
      const known = new Set(routes.map(({ arcs }) => arcs.map((arc) => arc.transition.id).join()));
      for (const { cost, steps } of found) {
        const isFirst = known.has(steps.map(({ arc }) => arc.transition.id).join());
        expect(isFirst || cost >= routes.at(-1)!.cost - 1e-9, JSON.stringify(question)).toBe(true);
      }
    }
  });

  test('a way that must end in a role ends in it, and the cheapest of all is found for its role, too', () => {
    let turned = 0;
    for (const { from, to, as } of fc.sample(chance, { numRuns: 300, seed: 24 })) {
      if (from === to) continue;
      for (const endAs of ['top', 'bottom'] as const) {
        const found = findWays(map, { from: [from], to: [to], as, endAs });
        for (const { steps } of found) expect(steps.at(-1)!.roleAfter).toBe(endAs);
        if (found.length > 0 && endAs !== as) turned += 1;
      }
      // Of all ways the cheapest is also the cheapest of those that end in its role.
      const [best] = waysBetween(map, { from, to, as });
      if (!best) continue;
      const [same] = findWays(map, { from: [from], to: [to], as, endAs: best.steps.at(-1)!.roleAfter });
      expect(same?.cost).toBeCloseTo(best.cost, 9);
    }
    expect(turned).toBeGreaterThan(50);
  });

  test('weights change what is cheapest, and never what a way is', () => {
    fc.assert(
      fc.property(chance, fc.nat(9), (question, salt) => {
        const weightOf = (arc: { transition: { id: number } }) =>
          (arc.transition.id + salt) % 3 === 0 ? 0.7 : 1;
        const found = waysBetween(map, question, weightOf);
        expect(faultsOf(found, question)).toEqual([]);
        if (question.from === question.to) return;
        const [best] = cheapestRoutes(map, question, 1, weightOf);
        expect(found[0]?.cost).toEqual(best && expect.closeTo(best.cost, 9));
      }),
      { numRuns: 60 },
    );
  });
});

describe('in any map', () => {
  const whole = shippedMap();
  const [place] = whole.positions.values();
  const [leap] = whole.transitions.values();
  /** A few positions and any transitions between them. */
  const maps = fc
    .array(
      fc.record({
        from: fc.nat(6),
        to: fc.nat(6),
        changesRole: fc.boolean(),
        bothWays: fc.boolean(),
        isTap: fc.boolean(),
      }),
      { maxLength: 25 },
    )
    .map((arcs) => {
      const positions = Array.from({ length: 7 }, (_, id) => ({ ...place!, id, isWaypoint: id % 3 === 0 }));
      return mapOf(
        '1',
        positions,
        arcs.map(({ from, to, ...facts }, id) => ({ ...leap!, ...facts, id, fromId: from, toId: to })),
      );
    });

  test('a way is found when there is one, it is the cheapest, and it is a way', () => {
    fc.assert(
      fc.property(maps, fc.nat(6), fc.nat(6), fc.constantFrom<Role>('top', 'bottom'), (map, from, to, as) => {
        const found = waysBetween(map, { from, to, as });
        expect(faultsOf(found, { from, to, as })).toEqual([]);
        if (from === to) return;
        const [best] = cheapestRoutes(map, { from, to, as }, 1);
        expect(found[0]?.cost).toEqual(best && expect.closeTo(best.cost, 9));
        expect(found.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 300 },
    );
  });
});
