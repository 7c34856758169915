import type {
  Category,
  DifficultyLevel,
  SuggestedBelt,
  TechniqueType,
  Tier,
} from '../../features/content/words.ts';
import type { BeltLevel, MartialArt } from '../../features/profile/words.ts';

/** A demo person. `key` is how techniques name their creator; it is also the username. */
export interface DemoPerson {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  martialArt: MartialArt;
  beltLevel: BeltLevel;
  bio: string;
  plan: Tier;
  isAdmin?: boolean;
  isVerified?: boolean;
  /** Ways to reach them, for VIPs. */
  contactLines?: string[];
}

/** A demo technique; `drawings` names the scenes of the drawing code, in order of the pictures. */
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
  /** Cents; present when the item is for sale. */
  priceCents?: number;
  /** VIPs have it to themselves for so many days after the first start. */
  earlyDays?: number;
  drawings: string[];
  /** File name in demo/clips, when the item has a short film. */
  clip?: string;
}
