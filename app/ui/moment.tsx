import { dayOf, exactMomentOf, isoOf, momentOf, timeOf } from './date.ts';

const texts = { moment: momentOf, day: dayOf, time: timeOf };

/** A time as text, with the exact time in its title. */
export const Moment = ({ at, as = 'moment' }: { at: Date | string; as?: keyof typeof texts }) => (
  <time dateTime={`${isoOf(at).slice(0, 16)}Z`} title={exactMomentOf(at)}>
    {texts[as](at)}
  </time>
);
