import './icons.css';

/** Icons on a 24 × 24 grid with a round stroke of 1.9 (`icons.css`); all drawn for this project. */
const paths = {
  home: 'M4 11.5 12 5l8 6.5V18a2 2 0 0 1-2 2h-3v-5H9v5H6a2 2 0 0 1-2-2z',
  apps: 'M6 4h2.5a2 2 0 0 1 2 2v2.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm9.5 0H18a2 2 0 0 1 2 2v2.5a2 2 0 0 1-2 2h-2.5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM6 13.5h2.5a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-2.5a2 2 0 0 1 2-2zm9.5 0H18a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2h-2.5a2 2 0 0 1-2-2v-2.5a2 2 0 0 1 2-2z',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm5 11.5 4 4',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  phone:
    'M9.5 3h5A2.5 2.5 0 0 1 17 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-5A2.5 2.5 0 0 1 7 18.5v-13A2.5 2.5 0 0 1 9.5 3zM11 17.8h2',
  tablet:
    'M6.5 3h11A1.5 1.5 0 0 1 19 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19.5v-15A1.5 1.5 0 0 1 6.5 3zM11 17.8h2',
  desktop:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 16H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 5zm7 11v3.5m-3.5 0h7',
  back: 'm14.5 5-7 7 7 7',
  forward: 'm9.5 5 7 7-7 7',
  down: 'm5 9.5 7 7 7-7',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  warning: 'M12 4.5 3.5 19.5h17zM12 10v4.5m0 2.5v.01',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5m0-8.5v.01',
  error: 'M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7zM12 8v5m0 3v.01',
  success: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8 12.3l2.8 2.8 5.2-5.4',
  offline: 'M4 4l16 16M9.3 6.3A5.8 5.8 0 0 1 17.3 10.1 4 4 0 0 1 19.8 16.3M6.8 9.3A4.4 4.4 0 0 0 7.5 18h8.5',
  cloud: 'M7.5 18a4.4 4.4 0 0 1-.7-8.7 5.8 5.8 0 0 1 10.9.7A4 4 0 0 1 17.5 18z',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7L12 17l-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  like: 'M7.5 20V10.5L11 4a2 2 0 0 1 2 2v3.5h5a2 2 0 0 1 2 2.3l-1 6.5a2 2 0 0 1-2 1.7zM4 10.5h3.5V20H4z',
  dislike: 'M7.5 4v9.5L11 20a2 2 0 0 0 2-2v-3.5h5a2 2 0 0 0 2-2.3l-1-6.5A2 2 0 0 0 17 4zM4 4h3.5v9.5H4z',
  share:
    'M12 15V3.5m-4 3.7 4-3.7 4 3.7M8 10.5H6.5A1.5 1.5 0 0 0 5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7a1.5 1.5 0 0 0-1.5-1.5H16',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  qr: 'M4.5 4.5H10V10H4.5zm9.5 0h5.5V10H14zM4.5 14H10v5.5H4.5zM14 14h2m3.5 0v2.5M14 17v2.5h2.5m3 0v.01',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm-8.5 8.5h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17z',
  store: 'M5.5 8h13l1 11a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19zM8.5 11V7a3.5 3.5 0 0 1 7 0v4',
  lock: 'M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-6.5A1.5 1.5 0 0 1 6.5 11zm1.5 0V8a4 4 0 0 1 8 0v3',
  eye: 'M2.5 12c4.5-8.5 14.5-8.5 19 0-4.5 8.5-14.5 8.5-19 0zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  'eye-off':
    'M4 4l16 16M9 6.3c4.7-1.6 9.8.3 12.5 5.7a13 13 0 0 1-2.6 3.5m-3.2 2.1C11 19.6 5.5 17.7 2.5 12A13 13 0 0 1 5.7 8m4.2 1.9a3 3 0 0 0 4.2 4.2',
  filter: 'M4 7h16M7 12h10m-7 5h4',
  sort: 'M8 5v14m-3.5-3.5L8 19l3.5-3.5M16 19V5m-3.5 3.5L16 5l3.5 3.5',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5m0-5v5h-5',
  logout: 'M10 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H10M10 12h10m-3.5-3.5L20 12l-3.5 3.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5m3-5v5',
  'add-home':
    'M8 12V6.5L12 3l4 3.5V12M12 9.5V20m-3.5-3.5h7M5 12v7.5A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5V12',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2.2 2.2L15.2 10',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  external:
    'M13.5 4.5h6v6m0-6-9 9M10 6H6a1.5 1.5 0 0 0-1.5 1.5V18A1.5 1.5 0 0 0 6 19.5h10.5A1.5 1.5 0 0 0 18 18v-4',
  copy: 'M10 8.5h8a1.5 1.5 0 0 1 1.5 1.5v8.5A1.5 1.5 0 0 1 18 20h-8a1.5 1.5 0 0 1-1.5-1.5V10A1.5 1.5 0 0 1 10 8.5zM15.5 8.5V6A1.5 1.5 0 0 0 14 4.5H6A1.5 1.5 0 0 0 4.5 6v8A1.5 1.5 0 0 0 6 15.5h2.5',
  edit: 'M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5',
  zoom: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm5 11.5 4 4M11 8.5v5M8.5 11h5',
  storage:
    'M12 4c4.5 0 7.5 1.1 7.5 2.5S16.5 9 12 9 4.5 7.9 4.5 6.5 7.5 4 12 4zM4.5 6.5v11C4.5 18.9 7.5 20 12 20s7.5-1.1 7.5-2.5v-11M4.5 12c0 1.4 3 2.5 7.5 2.5s7.5-1.1 7.5-2.5',
  inbox: 'M4.5 13.5 7 5.5h10l2.5 8V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18zm0 0H9l1 2.5h4l1-2.5h4.5',
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as readonly IconName[];

/** An icon beside words. It is hidden from screen readers: where there are no words, add a label (`IconButton`). */
export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-filled={filled || undefined}
      data-turns={MIRRORED_ICONS.has(name) || undefined}
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** Icons that are mirrored where text runs from right to left. */
const MIRRORED_ICONS: ReadonlySet<IconName> = new Set(['back', 'forward', 'logout', 'external']);
