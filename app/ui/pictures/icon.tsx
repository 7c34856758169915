/** Inline on a 24 px grid, because compressed pages are smaller than with references. */
const drawings = {
  alert: 'M12 4 2.8 20h18.4zM12 10v4.5m0 2.7v.1',
  arrow: 'M4 12h16m-6-6 6 6-6 6',
  back: 'M20 12H4m6-6-6 6 6 6',
  bag: 'M5 8h14l1 12H4zm4 3V7a3 3 0 0 1 6 0v4',
  bell: 'M6 17V10.5a6 6 0 0 1 12 0V17l2 2H4zM10 19.5a2 2 0 0 0 4 0M12 4.5V3',
  calendar: 'M4 6h16v14H4zm0 4h16M8 3v5m8-5v5',
  camera: 'M3 8h4.5L9 5h6l1.5 3H21v11H3zm9 8.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7',
  chart: 'M4 20V10m5.3 10V4m5.4 16v-7M20 20V7M2 20h20',
  check: 'm4.5 12.5 5 5 10-11',
  close: 'm6 6 12 12m0-12L6 18',
  comment: 'M4 5h16v11h-9l-4.5 4v-4H4z',
  compass: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m3.7-12.7-2.2 5.2-5.2 2.2 2.2-5.2z',
  crown: 'm3 8 4.5 3.5L12 5l4.5 6.5L21 8l-2 10H5z',
  down: 'm6 9.5 6 6 6-6',
  edit: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12m10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6',
  filter:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5m-7 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  flag: 'M5 21V4h13l-2.5 4.5L18 13H5',
  gem: 'M7 4h10l4.5 5.5L12 20.5 2.5 9.5zM2.5 9.5h19M12 20.5 8 9.5 10 4m2 16.5 4-11L14 4',
  heart: 'M12 20S3.5 15.2 3.5 9.2A4.6 4.6 0 0 1 12 6.8a4.6 4.6 0 0 1 8.5 2.4C20.5 15.2 12 20 12 20',
  home: 'm3.5 11.5 8.5-7.5 8.5 7.5M6 9.5V20h4.5v-6h3v6H18V9.5',
  lock: 'M5.5 11h13v9h-13zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  mail: 'M3 6h18v13H3zm0 1 9 6.5L21 7',
  menu: 'M4 7h16M4 12h16M4 17h10',
  out: 'M14 4H5v16h9m2-4 4-4-4-4m4 4H10',
  play: 'M7 4.5v15l12-7.5z',
  plus: 'M12 5v14m-7-7h14',
  search: 'M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14m5-2 5 5',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0m-7 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0',
  share: 'M12 15V3.5M8 7l4-3.5L16 7M6.5 11H5v9.5h14V11h-1.5',
  shield: 'M12 3 4.5 6v5.5c0 4.5 3 7.7 7.5 9.5 4.5-1.8 7.5-5 7.5-9.5V6zm-3.5 9 2.5 2.5 4.5-5',
  star: 'm12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9L6.7 20l1.1-6-4.4-4.2 6-.8z',
  trash: 'M4 7h16M9.5 7V4h5v3M6 7l1 13.5h10L18 7m-8 4v6m4-6v6',
  upload: 'M12 16V4.5M7.5 9 12 4.5 16.5 9M4 15v5h16v-5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-8 8.5c.5-4 3.5-6 8-6s7.5 2 8 6',
  users:
    'M9 12a3.7 3.7 0 1 0 0-7.5A3.7 3.7 0 0 0 9 12m-7 8c.4-3.6 3-5.5 7-5.5s6.6 1.9 7 5.5m-.5-15.2a3.7 3.7 0 0 1 0 6.9m2.5 3.3c2.3.8 3.7 2.6 4 5',
  wallet: 'M3 6.5V19h18V9H4.5A1.5 1.5 0 0 1 3 7.5v-1A1.5 1.5 0 0 1 4.5 5H18v4m-1.5 5v.1',
} as const;

export type IconName = keyof typeof drawings;
export const iconNames = Object.keys(drawings) as IconName[];

/** Hidden from screen readers; it has a fixed size for pages whose stylesheet does not arrive. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
