import { toPng } from '../../formats/png/raster.ts';
import { documentBytes } from '../../limits.ts';
import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { launcherActivity } from '../activities.ts';
import type { Manifest } from '../manifest.ts';
import { anyDensity, type ResourceConfiguration } from '../resources/resource-configuration.ts';
import type { ResourceTable } from '../resources/resource-table.ts';
import type { TypedValue } from '../resources/typed-value.ts';
import { DrawableReader } from './drawable.ts';

/** Most unreadable raster images that are skipped. */
const maxTries = 10;

interface IconFile {
  path: string;
  configuration: ResourceConfiguration;
}

/** From this version of Android on, every device takes a drawing where there is one, not a raster image. */
const drawingsWin = 26;

/**
 * The app's icon as PNG: that which the manifest names for the application, for its launcher activity, or as round icon. The
 * densest raster image; without one, or where no older device could show it, the drawing as a launcher composes it. Null when
 * nothing can be drawn.
 */
export async function androidIcon(
  zip: GuardedZip,
  manifest: Manifest,
  table: ResourceTable | null,
): Promise<Buffer | null> {
  const files = namedIcons(manifest).map((value) => {
    if (value.kind === 'text')
      return [{ path: value.text, configuration: { language: 0, density: 0, sdk: 0 } }];
    return value.kind === 'reference' && table !== null ? iconFiles(table, value.id) : [];
  });
  const isDrawing = ({ path }: IconFile) => path.endsWith('.xml');
  const drawing = files.flat().find(isDrawing);
  const raster = async () => await firstRaster(zip, files.flat());
  if (table === null || drawing === undefined) return await raster();
  const drawn = async () => await new DrawableReader(zip, table).png(drawing.path);
  const isShown = (manifest.minSdk() ?? drawingsWin) >= drawingsWin && files[0]?.some(isDrawing);
  return isShown ? await eitherOf(drawn, raster) : await eitherOf(raster, drawn);
}

/** What the first of the two finds, else what the second finds. Damage counts only when both find nothing. */
async function eitherOf(
  first: () => Promise<Buffer | null>,
  second: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  let damage: PackageError | null = null;
  for (const find of [first, second]) {
    try {
      const icon = await find();
      if (icon !== null) return icon;
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      damage ??= error;
    }
  }
  if (damage !== null) throw damage;
  return null;
}

/** The icons that the manifest names, of the application before those of its launcher activity. */
export function namedIcons(manifest: Manifest): TypedValue[] {
  const elements = [manifest.application(), launcherActivity(manifest)].filter((element) => element !== null);
  return elements
    .flatMap((element) => ['icon', 'roundIcon'].map((name) => element.attributes.get(name)))
    .filter((value) => value !== undefined);
}

/** The files of an icon, densest first. */
function iconFiles(table: ResourceTable, id: number): IconFile[] {
  const files = table
    .values(id)
    .flatMap(({ value, configuration }) =>
      value.kind === 'text' ? [{ path: value.text, configuration }] : [],
    );
  return files.sort((a, b) => rank(b) - rank(a));
}

function rank({ configuration }: IconFile): number {
  return configuration.density >= anyDensity ? -1 : configuration.density;
}

async function firstRaster(zip: GuardedZip, files: IconFile[]): Promise<Buffer | null> {
  const rasters = files.filter(({ path }) => !path.endsWith('.xml')).slice(0, maxTries);
  for (const { path } of rasters) {
    const bytes = await zip.read(path, documentBytes.image);
    const png = bytes === null ? null : await toPng(bytes, zip.budget);
    if (png !== null) return png;
  }
  return null;
}
