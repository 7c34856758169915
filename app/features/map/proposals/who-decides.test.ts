import { beforeAll, describe, expect, test } from 'vitest';
import { rendered, textOf } from '../../../../tests/support/browser/rendered.tsx';
import { linkedMap } from '../../../../tests/support/map/linked-map.ts';
import { testProposals } from '../../../../tests/support/map/test-proposals.ts';
import { auditEntriesAbout } from '../../../../tests/support/people/audit-entries.ts';
import { row } from '../../../../tests/support/sql.ts';
import { formPost, jsonCall, testWorld } from '../../../../tests/support/world.ts';
import type { Viewer } from '../../../scope.ts';
import * as decisionCall from './decision.api.ts';
import { thingText } from './map-thing.ts';
import * as page from './proposal.page.tsx';
import { needsAnother } from './proposal.schema.ts';
import * as queue from './queue.page.tsx';

const world = testWorld();
const map = linkedMap(world);
const { people, position, decide, again, stateOf } = testProposals(world);
const at = {} as Record<'half' | 'side', number>;
let member: Viewer;
let curator: Viewer;
let other: Viewer;

beforeAll(async () => {
  at.half = await map.position('half guard');
  at.side = await map.position('side control');
  ({ member, curator } = await people());
  other = await world.person({ isCurator: true, username: 'otto' });
});

describe('who decides', () => {
  test('of two curators at once one decides, and the other sees what was decided', async () => {
    const thing = await position();
    const results = await Promise.allSettled([
      decide(thing, { outcome: 'accept' }),
      decide(thing, { outcome: 'decline', reason: 'No' }, other),
    ]);
    const [lost] = results.filter((each) => each.status === 'rejected');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(lost?.reason).toMatchObject({ status: 409 });
    expect(lost?.reason.message).toMatch(/^It was (accepted by @carla|declined by @otto) in the meantime\./);
    expect(await auditEntriesAbout(world.em(), 'proposal', thingText(thing))).toHaveLength(1);
    const late = await world.send(
      page.action,
      other,
      `/map/proposals/${thingText(thing)}`,
      { thing: thingText(thing) },
      formPost({ outcome: 'decline', seen: 'proposed', reason: 'My long reason' }),
    );
    expect(late.status).toBe(409);
    expect((await late.json()).form.initialValue.reason).toBe('My long reason');
  });

  test('members and visitors do not, by form, call or rule', async () => {
    const thing = await position();
    const place = { thing: thingText(thing), proposal: thingText(thing) };
    for (const [viewer, form, call] of [
      [null, [303, '/auth'], 401],
      [member, [303, '/'], 403],
      [await world.person({ plan: 'vip' }), [303, '/'], 403],
    ] as const) {
      for (const edge of [page.loader, queue.loader]) {
        const answer = await world.send(edge, viewer, '/x', place);
        expect([answer.status, answer.headers.get('location')?.split('?')[0]]).toEqual(form);
      }
      const sent = await world.send(page.action, viewer, '/x', place, formPost({ outcome: 'accept' }));
      expect([sent.status, sent.headers.get('location')?.split('?')[0]]).toEqual(form);
      const path = `/api/map/proposals/${thingText(thing)}/decision`;
      const called = await world.send(
        decisionCall.action,
        viewer,
        path,
        place,
        jsonCall('POST', { outcome: 'accept' }),
      );
      expect(called.status).toBe(call);
    }
    await expect(decide(thing, { outcome: 'accept' }, member)).rejects.toThrow(/^Only curators/);
    expect(await stateOf(thing)).toBe('proposed');
  });

  test('curators and admins do not accept or merge their own, by form, call or rule; others do', async () => {
    const admin = await world.person({ isAdmin: true });
    for (const [author, another] of [
      [curator, other],
      [curator, admin],
      [admin, curator],
    ] as const) {
      const thing = await position(undefined, author);
      const place = { thing: thingText(thing), proposal: thingText(thing) };
      const tried: Record<string, string>[] = [
        { outcome: 'accept' },
        { outcome: 'merge', into: `p/${at.half}` },
      ];
      for (const fields of tried) {
        const sent = await world.send(page.action, author, '/x', place, formPost(fields));
        expect([sent.status, await sent.text()]).toEqual([403, expect.stringContaining(needsAnother)]);
        const call = jsonCall('POST', fields);
        const path = `/api/map/proposals/${thingText(thing)}/decision`;
        const called = await world.send(decisionCall.action, author, path, place, call);
        expect([called.status, await called.json()]).toEqual([403, { message: needsAnother }]);
        await expect(decide(thing, fields, author)).rejects.toThrow(needsAnother);
      }
      expect(await stateOf(thing)).toBe('proposed');
      const { html } = await rendered(world, page, author, '/x?decide=accept', { params: place });
      expect(textOf(html)).toContain(needsAnother);
      expect(html).not.toMatch(/value="(accept|merge)"|decide=(accept|merge)/);
      await decide(thing, { outcome: 'accept' }, another);
      expect(await stateOf(thing)).toBe('accepted');
      // Changing it on the map is accepting it again.
      await expect(again(thing, { outcome: 'accept', name: 'Better' }, author)).rejects.toThrow(needsAnother);
    }
    const own = await position(undefined, curator);
    await decide(own, { outcome: 'decline', reason: 'A mistake' });
    expect(await stateOf(own)).toBe('declined');
  });

  test('curators and admins do, by call as by form; what came with the file is no proposal', async () => {
    const admin = await world.person({ isAdmin: true });
    for (const by of [curator, admin]) {
      const thing = await position();
      const path = `/api/map/proposals/${thingText(thing)}/decision`;
      const answer = await world.send(
        decisionCall.action,
        by,
        path,
        { proposal: thingText(thing) },
        jsonCall('POST', { outcome: 'merge', into: `p/${at.half}` }),
      );
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          proposal: thingText(thing),
          state: 'merged',
          mergedInto: at.half,
          seen: expect.stringMatching(/^merged \d+$/),
        },
      ]);
    }
    const thing = await position('Nearly half guard');
    const shown = await (
      await world.send(page.loader, curator, '/x?decide=merge&find=half', { thing: thingText(thing) })
    ).json();
    expect(shown).toMatchObject({ decide: 'merge', find: 'half', proposal: { proposer: member.username } });
    expect(shown.near.map(({ id }: { id: number }) => id)).toContain(at.half);
    await row(
      world.em(),
    )`update map_positions set origin_key = 'file', origin_facts = '{}' where id = ${at.side}`;
    await expect(
      decide({ kind: 'position', id: at.side }, { outcome: 'decline', reason: 'No' }),
    ).rejects.toThrow('Not found');
  });
});
