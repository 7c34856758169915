import type { DemoReview } from './shapes.ts';

/** What members wrote about free items. */
export const freeReviews: DemoReview[] = [
  {
    item: 'rear-naked-choke',
    stars: 5,
    text: 'Six weeks in and I finally finished one in a live round. Hiding the hand behind the head was the part I never understood.',
  },
  {
    item: 'rear-naked-choke',
    stars: 5,
    text: 'I coach the kids’ class and now teach it in exactly this order. Fewer sore necks, more taps.',
  },
  {
    item: 'rear-naked-choke',
    stars: 4,
    text: 'Clear and short. Would love a second angle of the hand fight, that is where I still lose it against bigger people.',
  },
  {
    item: 'rear-naked-choke',
    stars: 3,
    text: 'Good for the basics. Against somebody who tucks the chin and waits it needs more than step three.',
  },
  {
    item: 'triangle-choke',
    stars: 5,
    text: 'I have short legs and had given up on triangles. “Too straight” was my whole problem. Thank you, Marina!',
  },
  {
    item: 'triangle-choke',
    stars: 5,
    text: 'Hit it twice at an open mat the same week. Look into the ear, that is the cue that stuck.',
  },
  {
    item: 'triangle-choke',
    stars: 4,
    text: 'Very good detail about the shin. I miss what to do when they stack early, but the posture video covers part of it.',
  },
  {
    item: 'triangle-choke',
    stars: 2,
    text: 'Nice drawings, but with my knees I cannot lock on the shin like that. An option for stiff people would help.',
  },
  {
    item: 'armbar-from-guard',
    stars: 5,
    text: 'My instructor shows it differently and I always fell off to the side. Cutting the angle first solved it.',
  },
  {
    item: 'armbar-from-guard',
    stars: 4,
    text: 'Works well in the gi. In no-gi the wrist slips, so I grip above the elbow. Otherwise perfect.',
  },
  {
    item: 'armbar-from-mount',
    stars: 5,
    text: 'Knees first, then sit. I repeat it like a song now. No more rolling off the back.',
  },
  {
    item: 'armbar-from-mount',
    stars: 4,
    text: 'For a 51-year-old with a slow hip this is the version that works. Step by step and no jumping.',
  },
  {
    item: 'scissor-sweep',
    stars: 5,
    text: 'The film made the difference: you see that she pulls before she kicks. My first sweep in a competition!',
  },
  {
    item: 'scissor-sweep',
    stars: 5,
    text: 'Simple English, good for me. I train in Osaka and my teacher speaks not much, now I understand why the knee is there.',
  },
  {
    item: 'scissor-sweep',
    stars: 4,
    text: 'Solid. It stops working when they put weight back, so please add the push sweep as a follow-up.',
  },
  {
    item: 'hip-bump-sweep',
    stars: 5,
    text: 'Old but gold. I open every round with it, and the reaction gives me the guillotine anyway.',
  },
  {
    item: 'hip-bump-sweep',
    stars: 4,
    text: 'Post on the hand, not on the elbow. That one line was worth it.',
  },
  {
    item: 'closed-guard-control',
    stars: 5,
    text: 'I skipped this because it has no submission in it. Big mistake. It fixed my whole closed guard.',
  },
  {
    item: 'closed-guard-control',
    stars: 4,
    text: 'Made my white belts do this for a month. Boring for them, and it shows in sparring.',
  },
  {
    item: 'half-guard-underhook',
    stars: 5,
    text: 'Half guard used to be where I waited to be passed. Leila explains like a friend who sits next to you.',
  },
  {
    item: 'half-guard-underhook',
    stars: 4,
    text: 'Great for lighter people. I am 105 kg and need to keep the knee shield lower than shown.',
  },
  {
    item: 'upa-bridge-and-roll',
    stars: 5,
    text: 'First technique I ever looked up at home. Tried it the next evening and got out from under a purple belt. He laughed, I did not.',
  },
  {
    item: 'upa-bridge-and-roll',
    stars: 4,
    text: 'Trap the foot, people. Everybody forgets the foot. Good that it is step two.',
  },
  {
    item: 'elbow-knee-escape',
    stars: 5,
    text: 'One knee at a time is the sentence I needed. Mount is not the end of the round any more.',
  },
  {
    item: 'side-control-escape',
    stars: 5,
    text: 'Frames before hips. I had done it the wrong way round for two years and nobody told me.',
  },
  {
    item: 'side-control-escape',
    stars: 3,
    text: 'Fine against somebody who sits still. Against real cross-face pressure I do not get the first frame in. What then?',
  },
  {
    item: 'technical-stand-up',
    stars: 5,
    text: 'A white belt teaching the first thing he learned, and he remembers what was confusing. That is why it works.',
  },
  {
    item: 'double-leg',
    stars: 5,
    text: 'Wrestled in high school, came back at 38. This is how it should be taught to jiu-jitsu people: level first, distance second.',
  },
  {
    item: 'double-leg',
    stars: 4,
    text: 'Good entry. Please show a finish for those of us who train on thin mats and do not want to slam anybody.',
  },
  {
    item: 'single-leg',
    stars: 5,
    text: 'Running the pipe finally makes sense. My head was on the wrong side all along.',
  },
  {
    item: 'o-goshi',
    stars: 5,
    text: 'Kenji-sensei speaks of the hip like an old friend. My first clean throw in randori came a week later.',
  },
  {
    item: 'osoto-gari',
    stars: 4,
    text: 'Exactly how I learned it in my judo club. The warning about the supporting foot should be bigger, I have seen knees go.',
  },
  {
    item: 'guillotine-choke',
    stars: 5,
    text: 'Competitor here, 77 kg. High elbow changed my finishing rate from “sometimes” to “most of the time”.',
  },
  {
    item: 'guillotine-choke',
    stars: 4,
    text: 'Short arms, so I need a tighter clasp than shown. The idea is right and the explanation is honest.',
  },
  {
    item: 'kimura-from-guard',
    stars: 5,
    text: 'Move your hips, not your arms. I wrote it on my water bottle.',
  },
  {
    item: 'cross-collar-choke',
    stars: 5,
    text: 'Mestre, I did only the first grip for three weeks, as you say. Now the second hand is easy. Obrigado.',
  },
  {
    item: 'cross-collar-choke',
    stars: 4,
    text: 'A lesson in patience. My fingers hurt, my partners suffer.',
  },
  {
    item: 'americana-side-control',
    stars: 4,
    text: 'Paint the floor: the best cue for beginners. I would add where the knees go, mine always float.',
  },
  {
    item: 'straight-ankle-lock',
    stars: 5,
    text: 'Breaks balance before it breaks anything else. The safest way I know to bring leg locks to a traditional club.',
  },
  {
    item: 'straight-ankle-lock',
    stars: 4,
    text: 'Very technical, which I like. I had to read step four three times, a drawing of the grip from below would help.',
  },
  {
    item: 'knee-cut-pass',
    stars: 5,
    text: 'Win the upper body first. Sounds obvious, was not. My passing went from a race to a walk.',
  },
  {
    item: 'toreando-pass',
    stars: 4,
    text: 'Fast and clear. Against flexible guards you have to be ready to change sides twice, the text says once.',
  },
  {
    item: 'mount-hold',
    stars: 5,
    text: 'Stay, then attack. I am a blue belt who rushes everything and this slowed me down in the best way.',
  },
  {
    item: 'first-tournament-checklist',
    stars: 5,
    text: 'Packed my bag with this list on my phone. Safety pins! I would never have thought of safety pins. Lost on points, smiled all day.',
  },
  { item: 'tying-the-belt', stars: 5, text: 'My belt stays on. My coach noticed. That is my whole review.' },
  {
    item: 'finger-taping',
    stars: 4,
    text: 'Nurse-approved. I use narrower tape on the ring finger, then it survives four rounds.',
  },
];
