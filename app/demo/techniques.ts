import { careTechniques } from './care.techniques.ts';
import { chokeTechniques } from './chokes.techniques.ts';
import { combinationTechniques } from './combinations.techniques.ts';
import { equipmentTechniques } from './equipment.techniques.ts';
import { escapeTechniques } from './escapes.techniques.ts';
import { guardTechniques } from './guard.techniques.ts';
import { jointLockTechniques } from './joint-locks.techniques.ts';
import { passingTechniques } from './passing.techniques.ts';
import { positionTechniques } from './positions.techniques.ts';
import { practiceTechniques } from './practice.techniques.ts';
import type { DemoTechnique } from './shapes.ts';
import { sweepTechniques } from './sweeps.techniques.ts';
import { takedownTechniques } from './takedowns.techniques.ts';

const families = [
  guardTechniques,
  jointLockTechniques,
  takedownTechniques,
  sweepTechniques,
  practiceTechniques,
  positionTechniques,
  escapeTechniques,
  careTechniques,
  passingTechniques,
  chokeTechniques,
  combinationTechniques,
  equipmentTechniques,
];

/** Every demo item, newest first, mixed so that the first page shows all kinds and tiers. */
export const techniques: DemoTechnique[] = Array.from(
  { length: Math.max(...families.map((family) => family.length)) },
  (_, i) => families.flatMap((family, n) => (i < family.length ? family[(i + n * 2) % family.length]! : [])),
).flat();
