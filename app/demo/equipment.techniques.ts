import type { DemoTechnique } from './shapes.ts';
import { drawn, tagsOf } from './shorthand.ts';

/** Gi, belt, tape: the few things one needs. */
export const equipmentTechniques: DemoTechnique[] = [
  {
    key: 'finger-taping',
    creator: 'sam_okafor',
    title: 'Finger tape that stays on for the whole round',
    description:
      'As a nurse I tape all night, as a grappler all weekend. Tape helps a tired joint, it does not heal an injured one: if a finger is swollen, crooked or cannot bend, have it seen. For everything else here is the cross that lasts five rounds.',
    steps: [
      'Wash and dry the hand well. Tape does not hold on cream or chalk.',
      'Tear strips about one centimetre wide, 20 cm for one finger.',
      'Two turns above the joint, not tight: press the nail, it must turn pink again at once.',
      'Cross diagonally over the side of the joint, make two turns below it, and cross back. An X on each side.',
      'Bend the finger, end with half a turn, and fold the last bit so you can open it after class.',
    ],
    category: 'equipment',
    tier: 'free',
    tags: tagsOf('finger tape, taping, esparadrapo, fingers, x tape, grips, first aid'),
    techniqueType: null,
    difficultyLevel: 'beginner',
    beltLevelRequired: 'white',
    drawings: drawn('sam:white:mist', 'tape-roll', 'taped-hand'),
  },
  {
    key: 'washing-a-gi',
    creator: 'anh_nguyen',
    title: 'How to wash a gi so it lives for years',
    description:
      'My first gi smelled like an aquarium by March. The rule is simple: every gi after every class, cold or warm, never forgotten in the bag. Vinegar helps the smell, the sun helps everything, the dryer shrinks it.',
    steps: [
      'Take it out of the bag the same evening. If you cannot wash it at once, hang it.',
      'Turn the jacket inside out and tie the cord of the trousers so it does not disappear.',
      'Wash at 30 degrees with a little detergent and a cup of white vinegar instead of softener. No chlorine bleach.',
      'Shake it and pull collar and sleeves into shape while wet.',
      'Dry on a line in moving air. The dryer only if you want it smaller.',
      'Wash the belt too. Nobody loses knowledge in the machine.',
    ],
    category: 'equipment',
    tier: 'free',
    tags: tagsOf('wash gi, gi care, kimono, lavar kimono, hygiene, smell, cotton'),
    techniqueType: null,
    difficultyLevel: 'beginner',
    beltLevelRequired: 'white',
    drawings: drawn('anh:white:paper', 'washing-line', 'folded-gi'),
  },
  {
    key: 'tying-the-belt',
    creator: 'sam_okafor',
    title: 'Tie your belt so it survives a scramble',
    description:
      'Two ways to tie a belt: the quick one, and the one where the second turn hides behind the first. Both end with a flat square knot that points to the sides. If your knot stands up like a bow tie, you have tied it the wrong way round.',
    steps: [
      'Put the middle of the belt on your belly, below the navel, and bring both ends round the back.',
      'Cross behind you, one end over the other, and bring them to the front. They should be equally long.',
      'Lay the left end over the right, tuck it up under all layers and pull tight.',
      'Now cross the end that came up over the lower one, pass it through the loop and pull both sideways.',
      'The knot must lie flat and the ends point left and right. Sit, bend, and tighten once more.',
    ],
    category: 'equipment',
    tier: 'free',
    tags: tagsOf('tie belt, belt knot, amarrar a faixa, obi, gi, white belt'),
    techniqueType: null,
    difficultyLevel: 'beginner',
    beltLevelRequired: 'white',
    drawings: drawn('sam:white:sand', 'belt-knot', 'belt-rack'),
  },
  {
    key: 'choosing-a-gi',
    creator: 'leila_haddad',
    title: 'Choosing a gi when you are small, tall or in between',
    description:
      'Size charts are poetry. I measured eleven jackets for my women’s class and learned that four numbers decide if a gi fits: wing span, shoulder seam, trouser length, and what the first warm wash takes away. What each weave is good for, and what competition rules check.',
    steps: [
      'Measure your wing span from wrist to wrist; compare it with the jacket, not with your height.',
      'Expect pre-shrunk cotton to lose two or three per cent more. Buy it for after the wash.',
      'Sleeve test: arms straight forward, the cuff at most five centimetres from the wrist bone.',
      'Trousers: at most five centimetres above the ankle bone, and the knee patch must reach below the knee.',
      'Pearl weave for most people, light weave for summer and travel, gold weave if you like to be heavy.',
    ],
    category: 'equipment',
    tier: 'premium',
    tags: tagsOf('choose gi, gi size, kimono, weave, fit, women, competition rules'),
    techniqueType: null,
    difficultyLevel: 'beginner',
    beltLevelRequired: 'white',
    drawings: drawn('leila:blue:sage', 'folded-gi:left', 'washing-line:flip'),
  },
];
