import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart, summaryOf } from './chart.tsx';
import { namedDays, scaleOf } from './chart-scale.ts';
import { trendOf } from './trend.tsx';

/** Days from Monday, November 2, 2026. */
const days = (values: number[]) =>
  values.map((value, index) => ({
    day: new Date(Date.UTC(2026, 10, 2 + index)).toISOString().slice(0, 10),
    value,
  }));
const drawn = (values: number[]) => renderToStaticMarkup(<Chart label="Views" points={days(values)} />);

test('the scale has few round steps and ends above the highest bar', () => {
  expect(scaleOf(1)).toEqual([0, 1]);
  expect(scaleOf(5)).toEqual([0, 2, 4, 6]);
  expect(scaleOf(379)).toEqual([0, 100, 200, 300, 400]);
  expect(scaleOf(400)).toEqual([0, 100, 200, 300, 400]);
  expect(scaleOf(40, 100)).toEqual([0, 100]);
});

test('every day of a week is named, of a month its Mondays', () => {
  expect(namedDays(days(Array(7).fill(1)))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(namedDays(days(Array(30).fill(1)))).toEqual([0, 7, 14, 21, 28]);
  expect(namedDays(days(Array(90).fill(1)))).toEqual([0, 21, 42, 63, 84]);
});

test('each bar says its day and value; those of a week are written on it, of a month the highest', () => {
  const week = drawn([3, 0, 12]);
  expect(week).toContain('<title>Wed, Nov 4: 12</title>');
  expect(week.match(/<rect/g)).toHaveLength(2);
  expect(week.match(/dy="-5"/g)).toHaveLength(2);
  const month = drawn([...Array(29).fill(3), 12]);
  expect(month.match(/<title>/g)).toHaveLength(30);
  expect(month.match(/dy="-5"[^>]*>12</g)).toHaveLength(1);
  expect(month.match(/dy="-5"/g)).toHaveLength(1);
});

test('days without anything are said in words, without an empty drawing', () => {
  expect(drawn([0, 0, 0])).toContain('Nothing in these 3 days yet.');
  expect(drawn([0, 0, 0])).not.toContain('<svg');
});

test('a screen reader gets the sum and the best day', () => {
  expect(summaryOf('Views per day', days([1, 5, 2]))).toBe(
    'Views per day: 8 in all, most on Tue, Nov 3 with 5.',
  );
});

test.each([
  [7_667, 2_533, '+203% on the 30 days before (2,533)'],
  [50, 100, '−50% on the 30 days before (100)'],
  [120, 10, '12 times the 30 days before (10)'],
  [4, 4, 'As many as in the 30 days before'],
  [3, 0, '0 in the 30 days before'],
])('%i after %i is told in words', (now, earlier, words) => {
  expect(trendOf(now, earlier, 30)).toBe(words);
});
