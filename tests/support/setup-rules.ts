import { checkEveryRow } from './row-check.ts';

await checkEveryRow();
