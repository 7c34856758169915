import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { waysBetween } from '../../../../tests/support/map/ways-between.ts';
import { wholeMap } from '../../../../tests/support/map/whole-map.ts';
import { testWorld } from '../../../../tests/support/world.ts';
import { type Arc, type TechniqueMap, techniqueMap } from '../graph/technique-map.server.ts';
import type { WayStep } from '../graph/ways.ts';
import { readCameras } from '../import/cameras.ts';
import { camerasFile } from '../import/file.server.ts';
import { jointCount, jointIndex } from '../import/pose.ts';
import { positionAltText, transitionAltText } from './alt-texts.ts';
import * as call from './drawing.api.ts';
import { addressOf, cameraOf, framesOf, keyDrawings } from './drawing.server.ts';
import { Drawing } from './drawing.tsx';
import { type Asked, nameOf, readName } from './name.ts';
import { seenBy } from './projection.ts';
import { positionDrawing, transitionDrawing, transitionStills, type View } from './view.server.ts';
import { wayViews } from './way.server.ts';

const world = testWorld();
let map: TechniqueMap;
beforeAll(async () => {
  await wholeMap(world.scope(), readCameras(readFileSync(camerasFile, 'utf8')));
  map = await techniqueMap(world.scope());
});

const light: View = { theme: 'light', filled: 'top' };
const positionAt = (at: number) => [...map.positions.values()][at]!;
const transitionAt = (at: number) => [...map.transitions.values()][at]!;
const arcOf = (at: number, isReversed = false): Arc => {
  const transition = transitionAt(at);
  const { fromId, toId, changesRole } = transition;
  return { transition, fromId, toId, isReversed, changesRole };
};
const ask = (address: string, init: RequestInit = {}) =>
  world.send(call.loader, null, address, { name: address.replace(/^.*\//, '').replace(/\?.*/, '') }, init);
const statusOf = async (address: string) => (await ask(address)).status;

describe('the address of a drawing', () => {
  test('answers the drawing, to be kept for ever', async () => {
    const { moving = '', still = '' } = transitionDrawing(arcOf(22), light)?.light ?? {};
    for (const address of [
      moving ?? '',
      still,
      positionDrawing(map, positionAt(150), light)?.light?.still ?? '',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(`${address}?2`, { method });
        expect(answer.status).toBe(200);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/);
      }
    }
  });

  test('answers for each of the pictures of a transition, from its start to its end', async () => {
    const stills = transitionStills(arcOf(22), light, 5);
    expect(stills).toHaveLength(5);
    expect(new Set(stills.map(({ light }) => light?.still)).size).toBe(5);
    for (const { light } of stills) expect(await statusOf(light?.still ?? '')).toBe(200);
    expect(transitionStills(arcOf(22, true), light, 5).map((each) => each.light?.still)).toEqual(
      stills
        .map((each) => each.light?.still)
        .reverse()
        .map((address) => expect.stringContaining(address!.slice(0, 21))),
    );
  });

  test('with another hash, number, camera or spelling is not found', async () => {
    const good = transitionDrawing(arcOf(22), light)?.light?.moving ?? '';
    expect(await statusOf(good)).toBe(200);
    const [, hash = ''] = /-(\w{10})\.svg/.exec(good) ?? [];
    const changed = [
      good.replace(hash, '0123456789'),
      good.replace(hash, ''),
      good.replace(hash, hash.toUpperCase().padEnd(11, 'A')),
      good.replace('.svg', '.png'),
      good.replace('/t23-', '/t24-'),
      good.replace('/t23-', '/t023-'),
      good.replace('/t23-', '/t99999999999-'),
      good.replace('-m-', '-s99-'),
      good.replace('-m-l', '-m-x'),
      good.replace('-m-', '-%00-'),
    ];
    for (const address of changed) expect([address, await statusOf(address)]).toEqual([address, 404]);
    for (const name of ['', 'x', '../../etc/passwd', 'a'.repeat(5_000), '💥', '-', '.svg']) {
      expect((await world.send(call.loader, null, '/map/drawing/x', { name })).status).toBe(404);
    }
  });

  test('of a frame that does not exist is not found, though its hash is right', async () => {
    const transition = transitionAt(22);
    const { yaw, pitch } = cameraOf(transition);
    const asked: Asked = {
      of: 'transition',
      id: transition.id,
      theme: 'light',
      filled: 0,
      isMirrored: false,
      isReversed: false,
      yaw,
      pitch,
      zoom: null,
      frame: framesOf(transition).length - 1,
    };
    expect(await statusOf(addressOf(transition, asked))).toBe(200);
    expect(await statusOf(addressOf(transition, { ...asked, frame: asked.frame! + 1 }))).toBe(404);
  });

  test('changes with the pose and the camera, not with the name', () => {
    const position = positionAt(150);
    const address = (other: Partial<typeof position>) =>
      positionDrawing(map, { ...position, ...other }, light)?.light?.still;
    const frame = Buffer.from(position.frame!);
    frame[0]! ^= 1;
    expect(address({ name: 'Another name', slug: 'another', tags: [] })).toBe(address({}));
    expect(address({ frame })).not.toBe(address({}));
    expect(address({ drawOrder: position.drawOrder!.toReversed() })).not.toBe(address({}));
  });

  test('is known only to the site: one that is made without its secret leads nowhere, and caches may keep that', async () => {
    const view = { ...light, camera: { yaw: 123, pitch: 34 } };
    const ownAddress = () => positionDrawing(map, positionAt(150), view)?.light?.still ?? '';
    const guessed = ownAddress();
    onTestFinished(() => keyDrawings(''));
    keyDrawings('the secret of the site');
    expect(ownAddress()).not.toBe(guessed);
    const answer = await ask(guessed);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'public, max-age=60']);
    expect(await statusOf(ownAddress())).toBe(200);
  });

  test('is read as it was written, and reads nothing else', () => {
    const asked: Asked = {
      of: 'transition',
      id: 7,
      frame: null,
      theme: 'dark',
      filled: 1,
      isMirrored: true,
      isReversed: true,
      yaw: 359,
      pitch: 34,
      zoom: 60,
    };
    expect(readName(nameOf(asked))).toEqual(asked);
    const wrong: Partial<Asked>[] = [
      { yaw: 360 },
      { pitch: 20 },
      { zoom: 19 },
      { zoom: 96 },
      { id: 2_147_483_648 },
      { id: 0 },
      // A still has no direction, and a position only one still.
      { frame: 1 },
      { of: 'position' as const },
      { of: 'position' as const, frame: 1, isReversed: false },
    ];
    for (const each of wrong)
      expect(readName(nameOf({ ...asked, ...each })), JSON.stringify(each)).toBeNull();
  });
});

describe('a view', () => {
  test('from the bottom looks from the other side and fills the other player', () => {
    const asked = (filled: 'top' | 'bottom') => {
      const { still = '' } = positionDrawing(map, positionAt(150), { theme: 'light', filled })?.light ?? {};
      return readName(still.replace(/^.*\//, '').replace(/-\w+\.svg$/, ''))!;
    };
    const [top, bottom] = [asked('top'), asked('bottom')];
    expect([top.filled, bottom.filled]).toEqual([0, 1]);
    expect((bottom.yaw - top.yaw + 360) % 360).toBe(180);
  });

  test('of a position without a frame is that of the one it looks like; without that there is none', () => {
    const own = { ...positionAt(3), id: 9_999, frame: null, looksLike: positionAt(150).id };
    expect(positionDrawing(map, own, light)).toEqual(positionDrawing(map, positionAt(150), light));
    expect(positionDrawing(map, { ...own, looksLike: null }, light)).toBeNull();
    const bare = { ...arcOf(22), transition: { ...transitionAt(22), frames: null } };
    expect([transitionDrawing(bare, light), transitionStills(bare, light)]).toEqual([null, []]);
  });
});

describe('the drawings of a way', () => {
  const questions = Array.from({ length: 12 }, (_, at) => ({ from: 1 + 37 * at, to: 600 - 41 * at }));
  const ways = () =>
    questions
      .flatMap(({ from, to }) => waysBetween(map, { from, to, as: 'bottom' }, undefined, 1))
      .map(({ steps }) => steps);

  /** The joints of the filled and of the other player at one end of a step, as the picture shows them from its head on. */
  function endShown({ arc }: WayStep, view: View, end: 0 | -1): number[] {
    const frames = framesOf(arc.transition);
    const frame = frames.at(arc.isReversed === (end === 0) ? -1 : 0)!;
    const seen = seenBy(frame, view.camera!, view.isMirrored);
    const start = arc.isReversed ? arc.transition.toFit : arc.transition.fromFit;
    const filled = (view.filled === 'top') === !start?.swap ? 0 : 1;
    const places = [filled, 1 - filled].flatMap((player) =>
      (['head', 'core', 'neck'] as const).map((joint) => 3 * (player * jointCount + jointIndex[joint])),
    );
    return places.flatMap((at) => [seen[at]! - seen[places[0]!]!, seen[at + 1]! - seen[places[0]! + 1]!]);
  }

  test('join: each begins as the one before ends, with the same player filled', () => {
    let junctions = 0;
    for (const steps of ways()) {
      const views = wayViews(steps, 'light');
      for (const [at, step] of steps.slice(1).entries()) {
        const before = endShown(steps[at]!, views[at]!, -1);
        const after = endShown(step, views[at + 1]!, 0);
        const apart = Math.max(...before.map((value, n) => Math.abs(value - after[n]!)));
        expect(apart, `${steps[at]!.arc.transition.name} → ${step.arc.transition.name}`).toBeLessThan(0.09);
        junctions += 1;
      }
      expect(new Set(views.map(({ camera }) => camera!.pitch)).size).toBeLessThanOrEqual(1);
    }
    expect(junctions).toBeGreaterThan(40);
  });

  test('have addresses that are found', async () => {
    const [steps = []] = ways();
    const views = wayViews(steps, null);
    expect(steps.length).toBeGreaterThan(2);
    for (const [at, { arc }] of steps.entries()) {
      const { light, dark } = transitionDrawing(arc, views[at]!)!;
      for (const address of [light?.moving, light?.still, dark?.moving])
        expect(await statusOf(address!)).toBe(200);
    }
    expect(wayViews([], null)).toEqual([]);
  });
});

describe('the part', () => {
  const shown = (view: View) =>
    renderToStaticMarkup(<Drawing drawing={transitionDrawing(arcOf(22), view)!} alt="Upa" />);
  const media = (html: string) => [...html.matchAll(/media="([^"]*)"/g)].map(([, each]) => each);
  const reduced = '(prefers-reduced-motion: reduce)';
  const dark = '(prefers-color-scheme: dark)';

  test('stands still in print and for those who want no motion, in the theme of the page or of the browser', () => {
    expect(media(shown(light))).toEqual([`print, ${reduced}`]);
    expect(shown({ ...light, theme: 'dark' })).not.toMatch(/-l[ab]/);
    expect(media(shown({ ...light, theme: null }))).toEqual([
      `${dark} and ${reduced}`,
      `print, ${reduced}`,
      dark,
    ]);
    const still = positionDrawing(map, positionAt(150), { ...light, theme: null })!;
    expect(media(renderToStaticMarkup(<Drawing drawing={still} alt="Mount" />))).toEqual([dark]);
  });

  test('reserves its space, and begins anew when it is watched again', () => {
    expect(shown(light)).toMatch(/<img src="[^"?]+" width="200" height="150" alt="Upa" loading="lazy"/);
    const again = renderToStaticMarkup(
      <Drawing drawing={transitionDrawing(arcOf(22), light)!} alt="Upa" loading="eager" again={2} />,
    );
    expect(again).toMatch(/<img src="[^"]+\.svg\?2" [^>]*loading="eager"/);
  });

  test('says in words what happens', () => {
    expect(positionAltText('Mount', 'bottom')).toBe(
      'Mount. The one on the bottom is drawn filled, the other one outlined.',
    );
    const upa = { from: 'mount', to: 'closed guard', name: 'upa', changesRole: true } as const;
    expect(transitionAltText({ ...upa, actor: 'bottom', filled: 'bottom' })).toBe(
      'From mount to closed guard: upa. The one on the bottom, drawn filled, acts and ends on top.',
    );
    expect(transitionAltText({ ...upa, actor: null, filled: 'top' })).toBe(
      'From mount to closed guard: upa. The one on top at the start is drawn filled.',
    );
  });
});
