import { dayOf, isoOf } from '../../ui/date.ts';

/** Early access in a line: who has an item now, and until when. */
export const VipFirst = ({ until, say = dayOf }: { until: string; say?: (moment: string) => string }) => (
  <span>
    VIP first until <time dateTime={isoOf(until)}>{say(until)}</time>
  </span>
);
