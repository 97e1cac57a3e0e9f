import sharp from 'sharp';

/** Glyphs of the demo's icons, white on a gradient, drawn on a 100 × 100 field. */
const glyphs = {
  triangle: '<path d="M50 26 78 74H22Z"/>',
  clock:
    '<circle cx="50" cy="50" r="25" fill="none" stroke="#fff" stroke-width="8"/><path d="M50 36v15l10 8" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/>',
  bag: '<rect x="26" y="42" width="48" height="34" rx="7"/><path d="M38 42v-6a12 12 0 0 1 24 0v6" fill="none" stroke="#fff" stroke-width="7"/>',
  grid: '<path d="M28 28h19v19H28zm25 0h19v19H53zM28 53h19v19H28zm25 0h19v19H53z"/>',
  drop: '<path d="M50 22c12 16 20 26 20 36a20 20 0 0 1-40 0c0-10 8-20 20-36Z"/>',
  check:
    '<path d="m28 52 15 15 30-32" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>',
  bars: '<path d="M27 56h9v18h-9zm14-16h9v34h-9zm14 10h9v24h-9zm14-20h9v44h-9z"/>',
  wave: '<path d="M22 52c8-22 16-22 24 0s16 22 24 0" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/>',
  shield: '<path d="M50 22 74 31v18c0 15-10 25-24 30-14-5-24-15-24-30V31Z"/>',
  map: '<path d="m26 34 16-7 16 7 16-7v39l-16 7-16-7-16 7Z"/>',
  mail: '<rect x="24" y="32" width="52" height="37" rx="6"/><path d="m28 38 22 16 22-16" fill="none" stroke="#0003" stroke-width="5"/>',
  bolt: '<path d="M55 20 30 55h16l-4 25 26-36H52Z"/>',
  people:
    '<circle cx="40" cy="40" r="10"/><circle cx="63" cy="43" r="8"/><path d="M23 72c0-12 8-18 17-18s17 6 17 18Zm38 0c0-7-2-11-5-14 10-3 20 3 20 14Z"/>',
  book: '<path d="M26 28h20a6 6 0 0 1 4 2 6 6 0 0 1 4-2h20v42H54a6 6 0 0 0-4 2 6 6 0 0 0-4-2H26Z"/>',
  car: '<path d="m30 48 6-14h28l6 14 4 4v16h-8v-6H34v6h-8V52Z"/>',
  camera:
    '<rect x="24" y="36" width="52" height="34" rx="7"/><path d="M40 36l4-7h12l4 7Z"/><circle cx="50" cy="53" r="10" fill="#0003"/>',
  coin: '<circle cx="50" cy="50" r="26"/><path d="M50 36v28M42 43h12a5 5 0 0 1 0 11H44" fill="none" stroke="#0004" stroke-width="5"/>',
  sun: '<circle cx="50" cy="50" r="13"/><path d="M50 22v9m0 38v9M22 50h9m38 0h9M31 31l6 6m26 26 6 6m0-38-6 6M37 63l-6 6" stroke="#fff" stroke-width="6" stroke-linecap="round"/>',
  key: '<circle cx="39" cy="43" r="13" fill="none" stroke="#fff" stroke-width="8"/><path d="m48 53 22 22m-8-8 7-7" stroke="#fff" stroke-width="8" stroke-linecap="round"/>',
  chat: '<path d="M26 30h48a5 5 0 0 1 5 5v24a5 5 0 0 1-5 5H48L34 76V64h-8a5 5 0 0 1-5-5V35a5 5 0 0 1 5-5Z"/>',
  box: '<path d="M50 23 75 36v28L50 77 25 64V36Z"/><path d="m25 36 25 13 25-13M50 49v28" fill="none" stroke="#0003" stroke-width="4"/>',
  leaf: '<path d="M28 68c0-28 18-42 46-42 0 30-16 44-38 44M28 76c6-16 14-24 26-32" fill="#fff" stroke="#0002" stroke-width="4"/>',
  plane: '<path d="m22 52 56-24-18 50-12-20Z"/>',
  gauge:
    '<path d="M24 64a26 26 0 1 1 52 0" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round"/><path d="m50 64 12-18" stroke="#fff" stroke-width="7" stroke-linecap="round"/>',
  wrench: '<path d="M66 25a16 16 0 0 0-20 20L24 67l9 9 22-22a16 16 0 0 0 20-20l-10 10-9-9Z"/>',
} as const;

export type Glyph = keyof typeof glyphs;

/** What an application's pictures are drawn from. `hue` in degrees. */
export interface Look {
  glyph: Glyph;
  hue: number;
}

const toColor = (hue: number, lightness: number, saturation = 62) =>
  `hsl(${hue} ${saturation}% ${lightness}%)`;

const drawGradient = (hue: number, from: number, to: number) =>
  `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${toColor(hue, from)}"/>` +
  `<stop offset="1" stop-color="${toColor((hue + 24) % 360, to)}"/></linearGradient>`;

const toPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();

/** An icon of 512 × 512. */
export const drawIcon = ({ glyph, hue }: Look): Promise<Buffer> =>
  toPng(
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 100 100"><defs>${drawGradient(hue, 52, 34)}</defs>` +
      `<rect width="100" height="100" fill="url(#g)"/><g fill="#fff">${glyphs[glyph]}</g></svg>`,
  );

/** A wide banner, 1680 × 720: hills in the application's colour, with space for text at the lower left. */
export const drawBanner = ({ hue, glyph }: Look): Promise<Buffer> =>
  toPng(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1680" height="720" viewBox="0 0 420 180"><defs>${drawGradient(hue, 32, 18)}</defs>` +
      `<rect width="420" height="180" fill="url(#g)"/><circle cx="330" cy="52" r="34" fill="#fff" opacity=".10"/>` +
      `<g fill="none" stroke="#fff" stroke-width="1.4" opacity=".28">${[0, 22, 44, 66]
        .map(
          (drop) =>
            `<path d="M0 ${120 + drop}C110 ${40 + drop} 170 ${190 + drop} 270 ${96 + drop}S390 ${60 + drop} 420 ${78 + drop}"/>`,
        )
        .join(
          '',
        )}</g><g fill="#fff" opacity=".9" transform="translate(290 30) scale(.9)">${glyphs[glyph]}</g></svg>`,
  );

type Screen = 'list' | 'chart' | 'form';

/** A screenshot as the application might look: a phone's 720 × 1440 or a tablet's 1280 × 960. */
export function drawScreenshot({ hue }: Look, screen: Screen, form: 'phone' | 'tablet'): Promise<Buffer> {
  const [width, height] = form === 'phone' ? [720, 1440] : [1280, 960];
  const inner = width - 96;
  const head =
    `<rect width="${width}" height="${height}" fill="${toColor(hue, 95, 45)}"/>` +
    `<rect x="48" y="72" width="${Math.round(inner * 0.45)}" height="34" rx="17" fill="${toColor(hue, 30)}"/>`;
  return toPng(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${head}${screens[screen](hue, inner, height)}</svg>`,
  );
}

const screens: Record<Screen, (hue: number, inner: number, height: number) => string> = {
  list: (hue, inner, height) => drawRows(hue, inner, 160, Math.floor((height - 200) / 130)),
  chart: (hue, inner, height) =>
    `<rect x="48" y="160" width="${inner}" height="420" rx="32" fill="${toColor(hue, 80, 50)}"/>` +
    `<path d="M${48 + inner * 0.08} 480 ${48 + inner * 0.3} 330l${inner * 0.2} 120 ${inner * 0.18}-190 ${inner * 0.2} 150" fill="none" stroke="#fff" stroke-width="16" stroke-linejoin="round" stroke-linecap="round"/>` +
    drawRows(hue, inner, 640, Math.floor((height - 660) / 130)),
  form: (hue, inner, height) =>
    [0, 1, 2]
      .map(
        (place) =>
          `<rect x="48" y="${170 + place * 190}" width="${inner * 0.35}" height="22" rx="11" fill="${toColor(hue, 55, 25)}"/>` +
          `<rect x="48" y="${206 + place * 190}" width="${inner}" height="110" rx="28" fill="#fff"/>`,
      )
      .join('') +
    `<rect x="48" y="${height - 180}" width="${inner}" height="112" rx="36" fill="${toColor(hue, 36)}"/>`,
};

function drawRows(hue: number, inner: number, top: number, count: number): string {
  return Array.from({ length: Math.max(0, count) }, (_, place) => {
    const y = top + place * 130;
    const tint = toColor((hue + place * 18) % 360, 62, 45);
    return (
      `<rect x="48" y="${y}" width="88" height="88" rx="22" fill="${tint}"/>` +
      `<rect x="164" y="${y + 14}" width="${inner * (0.4 + (place % 3) * 0.1)}" height="24" rx="12" fill="${toColor(hue, 38, 20)}"/>` +
      `<rect x="164" y="${y + 54}" width="${inner * 0.34}" height="18" rx="9" fill="${toColor(hue, 68, 15)}"/>`
    );
  }).join('');
}

/** The icon as raw pixels, for packages whose icon format is their own. */
export async function drawPixels(look: Look, edge: number) {
  const { data } = await sharp(await drawIcon(look))
    .resize(edge, edge)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: edge, height: edge, rgba: data };
}
