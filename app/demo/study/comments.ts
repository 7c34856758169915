interface DemoComment {
  item: string;
  by: string;
  /** Days ago. */
  days: number;
  /** The moment of the video. */
  seconds?: number;
  text: string;
  isPinned?: true;
  answers?: { by: string; hours: number; text: string }[];
}

/** Questions and comments of demo members; the last one on Bia's spider guard waits for her answer. */
export const comments: DemoComment[] = [
  {
    item: 'scissor-sweep',
    by: 'free_member',
    days: 41,
    seconds: 3,
    text: 'Does the bottom leg block the knee or the ankle? I keep chopping air.',
    isPinned: true,
    answers: [
      {
        by: 'marina_costa',
        hours: 7,
        text: 'The knee line, flat on the mat. If you feel the shin you are too low, and they step over it.',
      },
      { by: 'sam_okafor', hours: 30, text: 'Low and lazy was my mistake, too. Thank you both.' },
    ],
  },
  {
    item: 'scissor-sweep',
    by: 'vip_member',
    days: 26,
    text: 'Taught this to our kids class with “open the scissors, close the scissors”. Works.',
  },
  {
    item: 'upa-bridge-and-roll',
    by: 'premium_member',
    days: 33,
    text: 'What if they post the hand on the side I bridge to?',
    answers: [
      {
        by: 'coach_bia',
        hours: 4,
        text: 'Then the elbow is not yours yet. Trap it first, then bridge over the shoulder, not straight up.',
      },
    ],
  },
  {
    item: 'half-guard-underhook',
    by: 'anh_nguyen',
    days: 19,
    text: 'The order shield, frame, underhook finally made it click. Six months of half guard explained.',
  },
  {
    item: 'spider-guard-cycle',
    by: 'vip_member',
    days: 14,
    text: 'How do you keep the fingers alive? Mine are taped up after two rounds of this.',
  },
];
