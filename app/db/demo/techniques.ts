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

/** Every demo item, family by family. */
export const techniques: DemoTechnique[] = [
  ...guardTechniques,
  ...sweepTechniques,
  ...takedownTechniques,
  ...passingTechniques,
  ...positionTechniques,
  ...chokeTechniques,
  ...jointLockTechniques,
  ...escapeTechniques,
  ...combinationTechniques,
  ...practiceTechniques,
  ...careTechniques,
  ...equipmentTechniques,
];
