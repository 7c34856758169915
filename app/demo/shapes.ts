import type { Category, DifficultyLevel, SuggestedBelt, TechniqueType } from '../domain/content-terms.ts';
import type { Tier } from '../domain/tiers.ts';
import type { RequestTransition } from '../features/commerce/custom-requests/steps/may-transition.ts';
import type { BeltLevel, MartialArt } from '../features/identity/profile/martial-arts.ts';

/** A demo person. Techniques name their creator by `key`, which is also the username. */
export interface DemoPerson {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  martialArt: MartialArt;
  beltLevel: BeltLevel;
  bio: string | null;
  plan: Tier;
  isAdmin?: boolean;
  isVerified?: boolean;
  /** How many days ago they signed up. */
  joined: number;
  /** Where their earnings are paid out. */
  payoutEmail?: string;
  /** Ways to reach them, shown to VIPs. */
  contactLines?: string[];
}

/** A demo technique; `drawings` names its scenes, in order of the images. */
export interface DemoTechnique {
  key: string;
  creator: string;
  title: string;
  description: string;
  steps: string[];
  category: Category;
  tier: Tier;
  tags: string[];
  techniqueType: TechniqueType | null;
  difficultyLevel: DifficultyLevel;
  beltLevelRequired: SuggestedBelt;
  priceCents?: number;
  /** For this many days after the first start only VIPs may see it. */
  earlyDays?: number;
  drawings: string[];
  /** File name in demo/clips, when the item has a short video. */
  clip?: string;
}

export interface DemoReview {
  /** The key of a technique. */
  item: string;
  stars: number;
  text: string;
}

export interface DemoStep {
  /** Days after the step before. */
  days: number;
  act: RequestTransition | 'pay' | 'expire' | 'refund' | 'release';
  note?: string;
}

export interface DemoRequest {
  /** A creator by username; the request is of a VIP member by username, or of one of the extra members by number. */
  from: string | number;
  to: string;
  /** Days ago. */
  days: number;
  title: string;
  details: string;
  steps: DemoStep[];
}

export interface DemoOffer {
  creator: string;
  price: number;
  days: number;
  atOnce: number;
  note: string;
}
