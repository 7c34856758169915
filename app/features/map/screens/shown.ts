import type { Drawn } from './drawn.ts';

/** A thing of the map as pages show it. */
export interface ShownPosition {
  id: number;
  name: string;
  path: string;
  isWaypoint: boolean;
  drawn: Drawn | null;
}

export interface ShownArc {
  id: number;
  name: string;
  path: string;
  /** Who acts, and what it makes of the roles. */
  facts: string[];
  from: { name: string; path: string };
  to: { name: string; path: string };
  drawn: Drawn | null;
}
