import type { AppIconProps } from '../../../src/ui/pictures/app-icon.tsx';
import type { Screenshot } from '../../../src/ui/pictures/screenshot.ts';

const MARKS = [
  '<path d="M18 45 32 19l14 26z" fill="#fff"/>',
  '<circle cx="32" cy="32" r="14" fill="none" stroke="#fff" stroke-width="5"/><path d="M32 24v8l6 4" fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round"/>',
  '<path d="M20 25h24l2 21H18zM26 25v-3a6 6 0 0 1 12 0v3" fill="none" stroke="#fff" stroke-width="4.5" stroke-linejoin="round"/>',
  '<path d="M19 19h26v26H19zM19 32h26M32 19v26" fill="none" stroke="#fff" stroke-width="4.5" stroke-linejoin="round"/>',
  '<path d="M32 15c9 10 12 15 12 20a12 12 0 0 1-24 0c0-5 3-10 12-20z" fill="#fff"/>',
  '<path d="m18 33 9 10 19-22" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>',
  '<path d="M19 44V28m9 16V20m9 24V32m9 12V24" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
];

export type Sample = {
  id: string;
  name: string;
  line: string;
  word: 'Install' | 'Open' | 'Update';
  icon: Omit<AppIconProps, 'size'>;
};

const LINES: readonly [name: string, line: string, word: Sample['word'], hue: number][] = [
  ['Site Survey', 'Measure, photograph, send', 'Install', 30],
  ['Shift Clock', 'Hours and breaks', 'Open', 255],
  ['Parts Desk', 'Order from the depot', 'Install', 145],
  ['Floor Plan', 'Every building, offline', 'Install', 320],
  ['Leak Finder', 'Acoustic traces', 'Update', 215],
  ['Checklists', 'Safety before start', 'Open', 85],
  ['Meter Read', 'Readings by camera', 'Install', 190],
  ['Incident Reporting for Contractors', 'What happened, where, with a picture', 'Install', 10],
  ['Étude Élan', 'No picture: initials on a colour', 'Install', -1],
  ['Handbook', 'Its picture is broken', 'Open', -2],
];

export const samples: readonly Sample[] = LINES.map(([name, line, word, hue], at) => ({
  id: `app-${at}`,
  name,
  line,
  word,
  icon: { id: `app-${at}`, name, src: pictureOf(hue, at) },
}));

/** As many applications as wanted, for the long list. */
export function manySamples(count: number): Sample[] {
  return Array.from({ length: count }, (_, at) => {
    const sample = samples[at % samples.length] as Sample;
    const name = `${sample.name} ${at + 1}`;
    return { ...sample, id: `many-${at}`, name, icon: { ...sample.icon, id: `many-${at}`, name } };
  });
}

export const shots: readonly Screenshot[] = [215, 190, 240, 172].map((hue, at) => ({
  src: svg(360, 720, shotOf(hue, at)),
  width: 360,
  height: 720,
  alt: `Screenshot ${at + 1} of 4`,
}));

function pictureOf(hue: number, at: number): string | undefined {
  if (hue === -1) return undefined;
  if (hue === -2) return '/missing/picture.png';
  const from = `oklch(0.68 0.13 ${hue})`;
  const to = `oklch(0.48 0.12 ${hue + 25})`;
  const wash = `<linearGradient id="a" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  return svg(
    64,
    64,
    `<defs>${wash}</defs><path fill="url(#a)" d="M0 0h64v64H0z"/>${MARKS[at % MARKS.length]}`,
  );
}

function shotOf(hue: number, at: number): string {
  const rows = [0, 1, 2, 3].map((row) => {
    const y = 350 + row * 84 + at * 10;
    const mark = `<rect x="28" y="${y}" width="56" height="56" rx="14" fill="oklch(0.72 0.09 ${hue + row * 20})"/>`;
    return (
      mark +
      bar(y + 8, 200 - row * 24, `oklch(0.6 0.03 ${hue})`) +
      bar(y + 34, 130 - row * 14, `oklch(0.82 0.02 ${hue})`)
    );
  });
  return `<path d="M0 0h360v720H0z" fill="oklch(0.96 0.015 ${hue})"/><rect x="28" y="52" width="190" height="24" rx="12" fill="oklch(0.45 0.08 ${hue})"/><rect x="28" y="104" width="304" height="210" rx="22" fill="oklch(0.84 0.06 ${hue})"/><path d="M48 260l60-56 52 40 60-68 92 80" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>${rows.join('')}`;
}

function bar(y: number, width: number, ink: string): string {
  return `<rect x="104" y="${y}" width="${width}" height="15" rx="7" fill="${ink}"/>`;
}

function svg(width: number, height: number, inside: string): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}
