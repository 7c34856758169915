import type { DemoRequest } from './shapes.ts';

/** Custom requests, so that each state occurs. */
export const requests: DemoRequest[] = [
  {
    from: 0,
    to: 'marina_costa',
    days: 139,
    title: 'De la Riva against people who kneel at once',
    details:
      'In my gym everybody drops to one knee before I have the hook. I have long legs and bad ankles. What do I do in that second?',
    steps: [
      { days: 1, act: 'accept', note: 'I know this knee. Give me a week.' },
      { days: 0.5, act: 'pay' },
      { days: 6, act: 'deliver', note: 'Three answers, the second one is for your ankles.' },
      { days: 2, act: 'confirm', note: 'The second one! Thank you, it is all I needed.' },
    ],
  },
  {
    from: 1,
    to: 'tomasz_zielinski',
    days: 118,
    title: 'Ankle lock defence for IBJJF blue belts',
    details:
      'Straight ankle locks only, in the gi. I always boot too late. Please show the order: hands, hips, foot.',
    steps: [
      { days: 0.6, act: 'accept' },
      { days: 1, act: 'pay' },
      { days: 9, act: 'deliver', note: 'Hands, hips, foot. In this order, on one page.' },
      {
        days: 3,
        act: 'dispute',
        note: 'It shows the defence in no-gi only. I asked for the gi, where he holds my trousers.',
      },
      {
        days: 2,
        act: 'refund',
        note: 'The request says “in the gi” twice. The buyer gets the price back; the drawing stays with its creator.',
      },
    ],
  },
  {
    from: 2,
    to: 'coach_bia',
    days: 96,
    title: 'Knee cut when they hug the leg',
    details:
      'Half of my passes end with somebody hugging my shin like a teddy bear. I am 68 kg. How do I free the foot without losing the head?',
    steps: [
      { days: 2, act: 'accept', note: 'Teddy bears are my speciality.' },
      { days: 2, act: 'pay' },
      { days: 5, act: 'deliver' },
      { days: 1, act: 'confirm', note: 'Worked on the first evening.' },
    ],
  },
  {
    from: 3,
    to: 'marina_costa',
    days: 88,
    title: 'A no-gi match plan against one named opponent',
    details:
      'He is in my bracket on Saturday and I have links to four of his matches. Could you watch them and tell me what he hates?',
    steps: [
      {
        days: 1,
        act: 'decline',
        note: 'I do not prepare matches against a person. Ask me about your guard and I am all yours.',
      },
    ],
  },
  {
    from: 4,
    to: 'tomasz_zielinski',
    days: 80,
    title: 'Fifty-fifty without the stalemate',
    details:
      'My training partner and I end there every round and look at each other. Which side moves first, and where does the free hand go?',
    steps: [{ days: 1.5, act: 'withdraw' }],
  },
  {
    from: 5,
    to: 'marina_costa',
    days: 74,
    title: 'Turtle to guard with a stiff neck',
    details:
      'Old injury, so I cannot roll over the shoulder. Is there a way back to guard for somebody who has to keep the head still?',
    steps: [{ days: 15, act: 'expire' }],
  },
  {
    from: 1,
    to: 'coach_bia',
    days: 66,
    title: 'Spider guard for short legs',
    details: 'I am 158 cm. My feet never reach both arms at once. What would your cycle look like for me?',
    steps: [
      { days: 2, act: 'accept' },
      { days: 4, act: 'expire' },
    ],
  },
  {
    from: 0,
    to: 'tomasz_zielinski',
    days: 58,
    title: 'Backside fifty-fifty, the exit',
    details:
      'I can get in, but when it fails I give up my back. Please draw the way out, first for the bottom person.',
    steps: [
      { days: 1, act: 'accept', note: 'Good question. I will need the full ten days.' },
      { days: 0.3, act: 'pay' },
      { days: 11, act: 'expire' },
    ],
  },
  {
    from: 3,
    to: 'coach_bia',
    days: 47,
    title: 'Leg drag from the knee shield',
    details:
      'Everybody shows it from De la Riva. My opponents all play knee shield. Is there a bridge between the two?',
    steps: [
      { days: 1, act: 'accept' },
      { days: 1, act: 'pay' },
      {
        days: 2,
        act: 'cancel',
        note: 'I broke a finger and cannot demonstrate it this month. Your money goes back, ask me again in spring!',
      },
    ],
  },
  {
    from: 2,
    to: 'marina_costa',
    days: 12,
    title: 'Sickle sweep when they sit on the heel',
    details:
      'Item number one in my notebook, and it fails as soon as they sit back. Which grip changes first?',
    steps: [
      { days: 1, act: 'accept', note: 'With pleasure, I have the answer ready.' },
      { days: 0.4, act: 'pay' },
      { days: 5, act: 'deliver' },
      {
        days: 2,
        act: 'dispute',
        note: 'The third picture shows the other foot, so I cannot follow it. Could somebody look at it?',
      },
    ],
  },
  {
    from: 4,
    to: 'marina_costa',
    days: 6,
    title: 'Closed guard for somebody with a hip replacement',
    details:
      'My doctor allows it, my hip allows 70 degrees. Which of your controls still make sense, and which should I forget?',
    steps: [
      { days: 1.2, act: 'accept', note: 'I have a student with the same hip. Give me two weeks.' },
      { days: 0.5, act: 'pay' },
    ],
  },
  {
    from: 5,
    to: 'tomasz_zielinski',
    days: 2.5,
    title: 'Kneebar entries from the truck',
    details:
      'I arrive in the truck by accident twice a week. What do you do there that is legal for purple belts?',
    steps: [{ days: 0.8, act: 'accept', note: 'By accident is the best way to arrive.' }],
  },
  {
    from: 3,
    to: 'coach_bia',
    days: 0.9,
    title: 'Corner sentences for a nervous child',
    details:
      'My daughter is ten and freezes in the first minute. You wrote six sentences for adults. Which ones would you say to her?',
    steps: [],
  },
];
