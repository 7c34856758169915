import { extraMembers } from './extra-members.ts';

interface Talk {
  /** Who writes first, and to whom. */
  between: [string, string];
  /** Days ago of the first message. */
  days: number;
  /** Hours after the message before, and the text; the two take turns unless `again` is set. */
  lines: { hours: number; text: string; again?: true }[];
  /** The last message is not opened yet. */
  unread?: true;
}

const student = extraMembers.find(({ plan, joined }) => plan === 'premium' && joined > 60)!.key;

/** Conversations between members and creators; who begins one has a paid plan. */
export const talks: Talk[] = [
  {
    between: ['premium_member', 'coach_bia'],
    days: 9,
    lines: [
      {
        hours: 0,
        text: 'Hi Bia! Question about your spider guard cycle: my foot slips off the biceps as soon as they circle the hand. Is my grip wrong or my foot?',
      },
      {
        hours: 5,
        text: 'Both, usually in that order. Turn the sleeve one more time so the cloth is tight, then point the toes in. Which side is it worse on?',
      },
      { hours: 3, text: 'Left. Always left. I broke that toe two years ago, so maybe that is it.' },
      {
        hours: 16,
        text: 'Then use the shin on that side and make it a lasso. Nobody gets points for suffering. Tell me how it goes on Thursday?',
      },
      {
        hours: 60,
        text: 'The lasso works! Swept a brown belt, he asked me who taught me that. I said a woman in Porto with many bicycles.',
      },
      {
        hours: 2,
        text: 'Ha! Best advertisement ever. Next step: same grip, other sweep. I will film something.',
      },
    ],
    unread: true,
  },
  {
    between: ['vip_member', 'coach_bia'],
    days: 41,
    lines: [
      {
        hours: 0,
        text: 'Coach, I have my club’s in-house in five weeks, purple belt, under 82. Would you go with A or B from the game plan page if I am better from the bottom?',
      },
      {
        hours: 20,
        text: 'A, and pull on your own terms in the first ten seconds. What do you do when they do not let you get the collar?',
      },
      { hours: 7, text: 'Panic, mostly. Then half guard.' },
      {
        hours: 1,
        text: 'Honest. So make half guard your plan B on purpose: write three lines about it and send them to me.',
      },
      {
        hours: 45,
        text: '1. Knee shield before they settle. 2. Underhook or I stand. 3. Never flat. Is that enough?',
      },
      { hours: 12, text: 'More than most people have. Put it in your bag and read it after the warm-up.' },
      {
        hours: 700,
        text: 'Two wins, one loss on an advantage. Line 3 saved me in the semi-final. Thank you, really.',
      },
    ],
    unread: true,
  },
  {
    between: [student, 'coach_bia'],
    days: 16,
    lines: [
      {
        hours: 0,
        text: 'Dear coach, in the hip bump my hand posts behind me and after ten tries the wrist hurts. Am I doing it wrong?',
      },
      {
        hours: 9,
        text: 'Fingers away from the body, and post later: sit up first, then put the hand down. Does that solve it?',
      },
      {
        hours: 14,
        text: 'Yes, my wrist is happy now, and I did not expect an answer from you! Second problem: they just lie back down.',
      },
      {
        hours: 5,
        text: 'Good, then you are already on your elbow and the kimura is there. Do not chase the sweep.',
      },
      {
        hours: 30,
        text: 'I will try that tonight. Four months in and I finally have a sequence of two things :)',
      },
    ],
  },
  {
    between: ['leila_haddad', 'chloe_beaumont'],
    days: 74,
    lines: [
      {
        hours: 0,
        text: 'Chloé, one of the women in my Thursday class gets numb fingers in half guard, always the same arm. Something I should worry about?',
      },
      {
        hours: 4,
        text: 'I cannot tell from here, and she should have it looked at. Until then no underhooks with that arm under load. Does it go away within minutes?',
      },
      { hours: 1, text: 'Yes, but it comes back each class. I will send her to somebody.' },
      {
        hours: 50,
        text: 'She went. It is a nerve at the elbow, four weeks of rest. You were right to push.',
        again: true,
      },
      { hours: 6, text: 'Glad she went early. Give her the hip routine meanwhile, no arms in it.' },
    ],
  },
  {
    between: ['vip_member', 'tomasz_zielinski'],
    days: 28,
    lines: [
      {
        hours: 0,
        text: 'Hi Tomasz, at my gym nobody does heel hooks. How did you introduce them without a revolt (or an ambulance)?',
      },
      {
        hours: 26,
        text: 'Six weeks of positions only. Then finish in slow motion and the one on the bottom taps at the catch, not at the pain. I print the rules on a sheet, shall I send it?',
      },
      { hours: 2, text: 'Please! My students are teenagers, so maybe only the position part.' },
      { hours: 18, text: 'Only the position part, then. With teenagers I stop at the ankle lock.' },
    ],
  },
  {
    between: ['marina_costa', 'raimundo_teles'],
    days: 131,
    lines: [
      {
        hours: 0,
        text: 'Mestre, may I use your pendulum detail in my closed guard item? With your name on it, of course.',
      },
      {
        hours: 70,
        text: 'Minha filha, it is not mine. I have it from my teacher and he had it from a wall he fell against. Use it.',
      },
      { hours: 3, text: 'I will quote the wall. Obrigada!' },
    ],
  },
  {
    between: ['kenji_morita', 'ioana_petrescu'],
    days: 55,
    lines: [
      {
        hours: 0,
        text: 'Ioana-san, your tomoe-nage drawing shows the foot a little high. In my school we would put it at the belt. Is this on purpose?',
      },
      {
        hours: 8,
        text: 'On purpose, yes: my students are small and the partners bend forward early. But I should write that. Thank you for looking so carefully!',
      },
      { hours: 15, text: 'Then it is correct. I learned something. Please write it.' },
    ],
  },
  {
    between: ['premium_member', 'leila_haddad'],
    days: 3,
    lines: [
      {
        hours: 0,
        text: 'Which gi do you wear in the half guard pictures? I am 160 cm and drown in everything.',
      },
      {
        hours: 11,
        text: 'A children’s M4 jacket with adult trousers, taken in. The “choosing a gi” item has the sizes. Do not tell the shops.',
      },
    ],
    unread: true,
  },
  {
    between: ['diego_fuentes', 'sam_okafor'],
    days: 22,
    lines: [
      {
        hours: 0,
        text: 'Sam, your tournament list is gold, I gave it to my fighters. One thing: add flip-flops for the toilets.',
      },
      {
        hours: 13,
        text: 'Adding it after my shift. Twelve hours on a ward and I forgot the most important hygiene rule, my matron would be ashamed.',
      },
      { hours: 1, text: 'Conchas on me if you ever come to Puebla.' },
    ],
  },
  {
    between: ['vip_member', 'kenji_morita'],
    days: 1.4,
    lines: [
      {
        hours: 0,
        text: 'Sensei, is uchi-mata a sensible idea at 42 with one good hip, or should I stay with o-goshi?',
      },
    ],
    unread: true,
  },
  {
    between: ['chloe_beaumont', 'coach_bia'],
    days: 6,
    lines: [
      {
        hours: 0,
        text: 'I would like to make the warm-up before a match together with you: you say what the first exchange needs, I say what the body needs. Interested?',
      },
      { hours: 22, text: 'Very! After the regional championship I have air again. Shall we talk next week?' },
      { hours: 4, text: 'Next week is good. I will bring a draft, you bring the opinions.' },
    ],
    unread: true,
  },
];
