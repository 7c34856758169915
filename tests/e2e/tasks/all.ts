import { curating } from './curating.ts';
import { finding } from './finding.ts';
import { opinions } from './opinions.ts';
import { paying } from './paying.ts';
import { publishing } from './publishing.ts';
import { settings } from './settings.ts';
import type { Task } from './task.ts';

/** Every task of the product. */
export const tasks: Task[] = [...finding, ...opinions, ...paying, ...publishing, ...settings, ...curating];
