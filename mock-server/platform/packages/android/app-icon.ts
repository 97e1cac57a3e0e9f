import { toPng } from '../formats/raster.ts';
import { documentBytes } from '../limits.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { launcherActivity } from './activities.ts';
import { DrawableReader } from './drawable.ts';
import type { Manifest } from './manifest.ts';
import { anyDensity, type ResourceConfiguration } from './resource-configuration.ts';
import type { ResourceTable } from './resource-table.ts';
import type { TypedValue } from './typed-value.ts';

/** Most unreadable raster images that are skipped. */
const maxTries = 10;

interface IconFile {
  path: string;
  configuration: ResourceConfiguration;
}

/**
 * The app's icon as PNG: the densest raster image of the icon that the manifest names for the application, for its launcher
 * activity, or as round icon; without raster images, its drawing as a launcher composes it. Null when nothing can be drawn.
 */
export async function androidIcon(
  zip: GuardedZip,
  manifest: Manifest,
  table: ResourceTable | null,
): Promise<Buffer | null> {
  const named = namedIcons(manifest);
  const files = named.flatMap((value) => {
    if (value.kind === 'text')
      return [{ path: value.text, configuration: { language: 0, density: 0, sdk: 0 } }];
    return value.kind === 'reference' && table !== null ? iconFiles(table, value.id) : [];
  });
  const raster = await firstRaster(zip, files);
  if (raster !== null || table === null) return raster;
  const drawing = files.find(({ path }) => path.endsWith('.xml'));
  return drawing === undefined ? null : await new DrawableReader(zip, table).png(drawing.path);
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
