import { checkEveryRow } from './database/row-check.ts';

await checkEveryRow();
