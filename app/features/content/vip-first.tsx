import { dayOf, isoOf } from '../../ui/date.ts';
import { Icon } from '../../ui/icon.tsx';

/** Early access in a line: who has an item now, and until when. */
export const VipFirst = ({ until, say = dayOf }: { until: string; say?: (moment: string) => string }) => (
  <>
    <Icon name="crown" /> VIP first until <time dateTime={isoOf(until)}>{say(until)}</time>
  </>
);
