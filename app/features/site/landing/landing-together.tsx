import { keptInside } from '../../../ui/kept-markup.ts';
import { Icon, type IconName } from '../../../ui/pictures/icon.tsx';

const points: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'camera',
    title: 'Show it your way',
    text: 'A few pictures, a short video, the steps in your own words. Publishing a technique takes minutes.',
  },
  {
    icon: 'users',
    title: 'Learn from every gym',
    text: 'Find a detail by position, type or level, and see how different athletes solve the same problem.',
  },
  {
    icon: 'wallet',
    title: 'Keep half of every sale',
    text: 'Give techniques away, put them in a plan, or sell them one by one. Half of each sale is yours.',
  },
];

export const LandingTogether = () => (
  <section className="section together" aria-labelledby="together" {...inside({})} />
);

const inside = keptInside(() => (
  <>
    <h2 id="together">Share Knowledge, Learn Together</h2>
    <ul className="together__points">
      {points.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </>
));
