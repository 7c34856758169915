import type { beltPaints, kits } from '../drawing/casts.ts';
import type { Paint } from '../drawing/ink.ts';
import type { RoomName } from '../drawing/room.ts';

export type HairStyle =
  | 'bun'
  | 'low-bun'
  | 'tail'
  | 'braid'
  | 'fringe-tail'
  | 'bob'
  | 'afro'
  | 'fade'
  | 'crew'
  | 'parted'
  | 'tousled'
  | 'receding'
  | 'swept';

/** A person to be painted. Lengths are in parts of the usual face, so 1 is usual. */
export interface Sitter {
  skin: Paint;
  hair: HairStyle;
  hairPaint: Paint;
  kit: keyof typeof kits;
  belt: keyof typeof beltPaints;
  room: RoomName;
  /** Width of the head, and of the jaw. */
  head: number;
  jaw: number;
  /** How far the chin is below its usual place, in pixels. */
  chin: number;
  brow: number;
  nose: 'small' | 'broad' | 'long' | 'bent';
  mouth: 'smile' | 'grin' | 'calm' | 'half';
  /** 0 is young, 2 has deep lines. */
  age: 0 | 1 | 2;
  /** Degrees to the viewer's right. */
  tilt: number;
  beard?: 'full' | 'stubble' | 'moustache' | 'goatee';
  glasses?: 'round' | 'square';
  lashes?: boolean;
  freckles?: boolean;
  earrings?: boolean;
}
