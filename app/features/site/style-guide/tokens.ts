/** The names of app/styles/tokens.css without dashes; a test compares. */
export const colours = [
  'paper',
  'card',
  'sunk',
  'line',
  'edge',
  'ink',
  'soft',
  'accent',
  'focus',
  'chart',
  'green',
  'orange',
  'gold',
  'knot',
  'red',
] as const;
export const steps = ['t1', 't2', 't3', 't4', 't5', 't6'] as const;
export const spaces = ['s1', 's2', 's3', 's4', 's6', 's8', 's12', 's16', 'gutter', 'target'] as const;
