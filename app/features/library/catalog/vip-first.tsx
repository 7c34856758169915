import { dayOf, exactMomentOf, isoOf } from '../../../ui/date.ts';

export const VipFirst = ({ until, say = dayOf }: { until: string; say?: (moment: string) => string }) => (
  <span>
    VIP first until{' '}
    <time dateTime={isoOf(until)} title={exactMomentOf(until)}>
      {say(until)}
    </time>
  </span>
);
