import { enhance } from './enhance/index.ts';

enhance();
